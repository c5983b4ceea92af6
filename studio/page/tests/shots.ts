// Pictures of the page in its sizes and colours, to be looked at: `npm run shots -- FOLDER`.

import { mkdirSync } from "node:fs";
import { chromium, type Page } from "playwright-core";
import { serve } from "./mock/server";
