// Starts the worker that holds the engine. Its script and the module come as texts: a worker cannot be started from a file.

import { dataOf, drop } from "./data";

const SCRIPT = "engine.js";

/** How long the engine may take to begin, in milliseconds: then it is said that it does not. */
const PATIENCE = 60_000;

/** Starts the engine. Fails with what to say to people. */
export async function startedWorker(): Promise<Worker> {
  const [code, module] = await Promise.all([dataOf(SCRIPT, "worker"), dataOf(SCRIPT, "module")]);
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const worker = new Worker(address);
  try {
    await begun(worker, module);
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    URL.revokeObjectURL(address);
  }
  drop("worker");
  drop("module");
  return worker;
}

/** Hands the module to the worker, and waits until it can be asked. */
function begun(worker: Worker, module: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The engine does not begin. Is there memory left? Close other pages, and open this one again.")), PATIENCE);
    const end = (): void => {
      clearTimeout(timer);
      worker.removeEventListener("message", hear);
      worker.removeEventListener("error", fail);
    };
    const fail = (event: ErrorEvent): void => {
      end();
      reject(new Error(`The engine cannot be started: ${event.message || "this browser refuses its worker"}.`));
    };
    const hear = ({ data }: MessageEvent<{ ready?: true; failed?: string }>): void => {
      end();
      if (data.ready) resolve();
      else reject(new Error(data.failed ?? "The engine cannot be started."));
    };
    worker.addEventListener("message", hear);
    worker.addEventListener("error", fail);
    worker.postMessage({ module });
  });
}
