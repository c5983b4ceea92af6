// The small studio to be looked at by hand: `npm run mock`, then open the address that it prints.

import { serve } from "./server";

const served = await serve(process.env["STUDIO_BUILT"] ?? "../../cardwright/page", Number(process.env["PORT"] ?? 0));
console.log(served.address);
