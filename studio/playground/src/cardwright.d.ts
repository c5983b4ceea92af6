// What the worker uses of the npm package, which is built by `bindings/node/build.sh`.

declare module "cardwright" {
  export function initSync(options: { module: WebAssembly.Module }): unknown;

  export class Studio {
    constructor(documents: Record<string, string>);
    answer(request: string): string;
    takeChanged(): string[];
    documents(): Record<string, string>;
    free(): void;
  }
}
