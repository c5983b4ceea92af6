// Fetches the editor's script the first time that it is needed.

import type { Editor, EditorOptions } from "../editor/interface";

let loading: Promise<void> | null = null;

export async function openEditor(options: EditorOptions): Promise<Editor> {
  if (!window.cardwrightEditor) {
    loading ??= new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = "./editor.js";
      script.onload = () => resolve();
      script.onerror = () => {
        loading = null;
        reject(new Error("The editor cannot be fetched. Is the studio still running?"));
      };
      document.head.append(script);
    });
    await loading;
  }
  if (!window.cardwrightEditor) throw new Error("The editor's script is damaged. Start the studio again.");
  return window.cardwrightEditor(options);
}
