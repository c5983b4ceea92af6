"""Packs a folder into FOLDER.tar.gz or FOLDER.zip, the same bytes each time: sorted names, one time, no owner.

    pack.py FOLDER ARCHIVE TIME

The tools of the systems differ in how they do it; this needs nothing but Python.
"""

import gzip
import sys
import tarfile
import time
import zipfile
from pathlib import Path

# The first day that a zip can say.
FIRST_ZIP_DAY = 315532800


def files_of(folder):
    """Each file of the folder, with its name in the archive and its mode, in the order of names."""
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
        if path.is_file():
            runs = path.name in ("cardwright", "cardwright.exe")
            yield path, f"{folder.name}/{path.relative_to(folder).as_posix()}", 0o755 if runs else 0o644


def write_tar(folder, archive, when):
    with open(archive, "wb") as raw, gzip.GzipFile("", "wb", 6, raw, mtime=when) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for path, name, mode in files_of(folder):
                entry = tarfile.TarInfo(name)
                entry.size, entry.mode, entry.mtime = path.stat().st_size, mode, when
                with open(path, "rb") as data:
                    tar.addfile(entry, data)


def write_zip(folder, archive, when):
    day = time.gmtime(max(when, FIRST_ZIP_DAY))[:6]
    with zipfile.ZipFile(archive, "w") as packed:
        for path, name, mode in files_of(folder):
            entry = zipfile.ZipInfo(name, day)
            entry.create_system, entry.external_attr = 3, (0o100000 | mode) << 16
            packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 6)


folder, archive, when = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
(write_zip if archive.endswith(".zip") else write_tar)(folder, archive, when)
