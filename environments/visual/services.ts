import { z } from "zod";
import { pictureHeader } from "../../importers/picture-bytes.js";
import { askService, type ServiceName, unusable } from "../service.js";
import type { FoundPage, ImageSearch, Visit, WebSearch } from "./ports.js";

const Result = z.object({
  title: z.string().default(""),
  url: z.string(),
  text: z.string().default(""),
  /** Bytes of a picture, in base64. */
  image: z.string().optional(),
});
const Results = z.object({ results: z.array(Result) });
const Page = z.object({ text: z.string().nullable() });

const SEARCH: ServiceName = { what: "search service", variable: "MNEMA_WEB_SEARCH" };
const IMAGES: ServiceName = { what: "image search service", variable: "MNEMA_IMAGE_SEARCH" };
const VISIT: ServiceName = { what: "service that reads pages", variable: "MNEMA_VISIT" };

/** Asks `POST {query, max_results}`, answered with `{results: [{title, url, text}]}`. MODEL_UNREACHABLE where it is not. */
export function webSearchAt(address: string): WebSearch {
  return async (query, limit) => (await resultsOf(address, query, limit, SEARCH)).map(pageOf);
}

/** The same; `image` of a result holds the picture in base64, where the service gives it. */
export function imageSearchAt(address: string): ImageSearch {
  return async (query, limit) =>
    (await resultsOf(address, query, limit, IMAGES)).map((result) => {
      const bytes = result.image === undefined ? null : Buffer.from(result.image, "base64");
      const mime = bytes === null ? undefined : pictureHeader(bytes)?.mime;
      return { ...pageOf(result), ...(bytes === null || mime === undefined ? {} : { picture: { mime, bytes } }) };
    });
}

/** Asks `POST {url, goal}`, answered with `{text}`; null: there is no such page. MODEL_UNREACHABLE where it is not. */
export function visitAt(address: string): Visit {
  return async (url, goal) => {
    const page = Page.safeParse(await askService(address, { url, goal }, VISIT));
    if (!page.success) throw unusable(address, VISIT, "answers in another form than {text}");
    return page.data.text;
  };
}

async function resultsOf(address: string, query: string, limit: number, name: ServiceName): Promise<z.infer<typeof Result>[]> {
  const found = Results.safeParse(await askService(address, { query, max_results: limit }, name));
  if (!found.success) throw unusable(address, name, "answers in another form than {results: [{title, url, text}]}");
  return found.data.results.slice(0, limit);
}

function pageOf({ title, url, text }: z.infer<typeof Result>): FoundPage {
  return { title: title || url, address: url, text };
}
