#!/usr/bin/env bash
# Stands in for Cargo while maturin packs a program that is built already. `wheel.sh --binary` says so; nobody else calls it.
# maturin asks for a build as `cargo rustc ...`, and gets the program CARDWRIGHT_BUILT as the answer, in Cargo's own form.
set -euo pipefail
asked=$*
case $asked in
  rustc\ *" --features full "*" --bin cardwright "*) ;;
  *) echo "built.sh: maturin asks for something else than the program with all features: $asked" >&2; exit 1 ;;
esac
manifest=${asked##*--manifest-path }
manifest=${manifest%% --*}
package=$(cargo pkgid --offline --manifest-path "$manifest")
python3 - "$package" "$manifest" "$CARDWRIGHT_BUILT" <<'PYTHON'
import json
import sys

package, manifest, program = sys.argv[1:]
target = {"kind": ["bin"], "crate_types": ["bin"], "name": "cardwright", "src_path": manifest, "edition": "2024",
          "doc": True, "doctest": False, "test": True}
profile = {"opt_level": "0", "debuginfo": 0, "debug_assertions": False, "overflow_checks": False, "test": False}
print(json.dumps({"reason": "compiler-artifact", "package_id": package, "manifest_path": manifest, "target": target,
                  "profile": profile, "features": [], "filenames": [program], "executable": program, "fresh": True}))
PYTHON
