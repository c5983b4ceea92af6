// The language service of the studio as CodeMirror's client wants it: messages in their order, and files opened by the page.

import { LSPClient, LSPPlugin, languageServerExtensions, Workspace, type WorkspaceFile } from "@codemirror/lsp-client";
import type { ChangeSet, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { LanguageService, Speak } from "./interface";
import { safe } from "./safe";

/** How long an answer may take, in milliseconds. */
const PATIENCE = 20_000;

/** Messages go out one after the other; what is said comes back with the answers. */
export class Talk {
  private readonly handlers = new Set<(message: string) => void>();
  private last: Promise<void> = Promise.resolve();
  /** Whether the service has told errors yet: it may take its time to begin. */
  judges = false;

  constructor(private readonly speak: Speak) {}

  send(message: string): void {
    this.queue(JSON.parse(message) as unknown);
  }

  /** Fetches what was said without being asked for. */
  collect(): void {
    this.queue(null);
  }

  subscribe(handler: (message: string) => void): void {
    this.handlers.add(handler);
  }

  unsubscribe(handler: (message: string) => void): void {
    this.handlers.delete(handler);
  }

  private queue(message: unknown): void {
    // A message that is lost is lost: the next change brings the whole text again.
    this.last = this.last.then(() => this.speak(message)).then((said) => this.told(said), () => undefined);
  }

  private told(said: unknown[]): void {
    this.judges ||= said.some((one) => typeof one === "object" && one !== null && "method" in one && one.method === "textDocument/publishDiagnostics");
    for (const one of said) for (const handler of [...this.handlers]) handler(JSON.stringify(one));
  }
}

interface Held extends WorkspaceFile {
  view: EditorView;
}

/** The one file that is open; others are opened by the page. */
class OneFile extends Workspace {
  files: Held[] = [];
  private version = 0;

  constructor(client: LSPClient, private readonly service: LanguageService) {
    super(client);
  }

  syncFiles(): { file: WorkspaceFile; prevDoc: Text; changes: ChangeSet }[] {
    return this.files.flatMap((file) => {
      const plugin = LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) return [];
      const change = { changes: plugin.unsyncedChanges, file, prevDoc: file.doc };
      file.doc = file.view.state.doc;
      file.version = ++this.version;
      plugin.clear();
      return [change];
    });
  }

  openFile(uri: string, languageId: string, view: EditorView): void {
    if (this.getFile(uri)) this.closeFile(uri);
    const file: Held = { uri, languageId, version: ++this.version, doc: view.state.doc, view, getView: () => view };
    this.files.push(file);
    this.client.didOpen(file);
  }

  closeFile(uri: string): void {
    if (!this.getFile(uri)) return;
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }

  override displayFile(uri: string): Promise<EditorView | null> {
    const open = this.getFile(uri)?.getView();
    if (open) return Promise.resolve(open);
    if (uri.startsWith(this.service.root)) this.service.open(decodeURIComponent(uri.slice(this.service.root.length)), 1, 1);
    // The page shows it in its own time; the view that will hold it is this same one.
    return new Promise((resolve) => setTimeout(() => resolve(this.getFile(uri)?.getView() ?? null), 400));
  }
}

export function client(service: LanguageService, talk: Talk): LSPClient {
  const made = new LSPClient({
    rootUri: service.root.replace(/\/$/, ""), timeout: PATIENCE, sanitizeHTML: safe,
    extensions: languageServerExtensions(), workspace: (own) => new OneFile(own, service),
  });
  return made.connect(talk);
}

/** The address of a file for the service. */
export function addressOf(service: LanguageService, file: string): string {
  return service.root + file.split("/").map(encodeURIComponent).join("/");
}
