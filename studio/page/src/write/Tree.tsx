// The files of the project by folders, with what is wrong in each; and a new file.

import { useSignal } from "@preact/signals";
import { addressOf } from "../shell/route";
import { project } from "../shell/state";
import { counts } from "./problems";
import { Icon } from "../shell/Icon";

interface Node {
  name: string;
  folders: Map<string, Node>;
  files: string[];
}

export function Tree({ open, onNew }: { open: string; onNew: (name: string) => void }) {
  const filter = useSignal("");
  const adding = useSignal(false);
  const name = useSignal("");
  const known = counts();
  const files = project.value?.files ?? [];
  const sought = filter.value.trim().toLowerCase();
  const shown = files.map((file) => file.name).filter((file) => file.toLowerCase().includes(sought));
  const add = (event: Event): void => {
    event.preventDefault();
    if (name.value.trim()) onNew(name.value.trim());
    adding.value = false;
    name.value = "";
  };
  return (
    <nav class="tree" aria-label="Files">
      <div class="tree-tools">
        <input type="search" aria-label="Search files" placeholder="Search files" value={filter.value} onInput={(event) => (filter.value = event.currentTarget.value)} />
        {project.value?.writable && <button type="button" class="icon" aria-label="New file" title="New file" onClick={() => (adding.value = !adding.value)}><Icon name="plus" /></button>}
      </div>
      {adding.value && (
        <form class="tree-tools" onSubmit={add}>
          <input aria-label="Path of the new file" placeholder="cards/set/new.yaml" value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} ref={(input) => input?.focus()} />
          <button type="submit">Add</button>
        </form>
      )}
      <div class="tree-files">
        <Folder node={tree(shown)} depth={0} open={open} known={known} all={sought !== ""} path="" />
      </div>
    </nav>
  );
}

function tree(files: readonly string[]): Node {
  const root: Node = { name: "", folders: new Map(), files: [] };
  for (const file of [...files].sort()) {
    let at = root;
    for (const part of file.split("/").slice(0, -1)) {
      const next = at.folders.get(part) ?? { name: part, folders: new Map(), files: [] };
      at.folders.set(part, next);
      at = next;
    }
    at.files.push(file);
  }
  return root;
}

interface FolderProps {
  node: Node;
  path: string;
  depth: number;
  open: string;
  known: ReadonlyMap<string, { errors: number; warnings: number }>;
  all: boolean;
}

function Folder({ node, path, depth, open, known, all }: FolderProps) {
  return (
    <ul>
      {[...node.folders.values()].map((folder) => {
        const own = `${path}${folder.name}/`;
        const wrong = [...known].filter(([file]) => file.startsWith(own)).reduce((sum, [, count]) => sum + count.errors, 0);
        return (
          <li key={folder.name}>
            <details open={all || open.startsWith(own) || (depth === 0 && node.folders.size < 4)}>
              <summary>{folder.name}{wrong > 0 && <span class="count bad">{wrong}</span>}</summary>
              <Folder node={folder} path={own} depth={depth + 1} open={open} known={known} all={all} />
            </details>
          </li>
        );
      })}
      {node.files.map((file) => {
        const count = known.get(file);
        return (
          <li key={file}>
            <a href={addressOf("write", file)} aria-current={file === open ? "page" : undefined}>
              {file.split("/").at(-1)}
              {count && count.errors > 0 && <span class="count bad" title={`${count.errors} errors`}>{count.errors}</span>}
              {count && count.errors === 0 && count.warnings > 0 && <span class="count warn" title={`${count.warnings} warnings`}>{count.warnings}</span>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
