/** Ports to the models. */

/** Turns texts into unit vectors. */
export interface TextEncoder {
  /** Recorded with every vector: `"all-MiniLM-L6-v2-int8"`, `"hashing-384"`. */
  readonly model: string;
  readonly dimension: number;
  /** Thresholds of the hierarchy that fit this encoder (AdaMM Table 5 for MiniLM). */
  readonly thresholds: { readonly episode: number; readonly topic: number };
  /** One vector a text, in order; null for a text that cannot be encoded (empty, or the result was not finite). */
  encode(texts: readonly string[]): Promise<readonly (Float32Array | null)[]>;
  close(): Promise<void>;
}

/** Two branches in one space, SigLIP-like. Absent weights make the memory text-only. */
export interface VisualEncoder {
  readonly model: string;
  readonly dimension: number;
  encodePictures(pictures: readonly Uint8Array[]): Promise<readonly (Float32Array | null)[]>;
  encodeTexts(texts: readonly string[]): Promise<readonly (Float32Array | null)[]>;
  close(): Promise<void>;
}

/** Reads text from a picture, offline. */
export interface PictureReader {
  readonly name: string;
  /** Lines of text, top to bottom; empty when there is none. Throws UNREADABLE_FILE for bytes that are no picture. */
  read(bytes: Uint8Array): Promise<string>;
  close(): Promise<void>;
}

/** Part of a message to a chat model. A picture is named by its hash; `decide` puts the bytes in. */
export type MessagePart = { readonly type: "text"; readonly text: string } | { readonly type: "picture"; readonly hash: string };

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string | readonly MessagePart[];
}

/**
 * A reply, with what it cost. `finish` is the provider's reason ("stop", "length", "content_filter" …), or "refusal"
 * where the model declined in words. Tokens are the provider's count, else an estimate (`estimated`); those of pictures
 * are part of `input` and named again in `images`.
 */
export interface Reply {
  readonly text: string;
  readonly finish: string;
  readonly tokens: { readonly input: number; readonly output: number; readonly images: number };
  readonly estimated?: boolean;
}

/** Any OpenAI-compatible endpoint. */
export interface ChatModel {
  readonly model: string;
  /** Decoding parameters: part of a decision's key. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /**
   * One completion. With `schema` (JSON Schema) the endpoint is asked for structured output, and for plain JSON
   * where it refuses that. Throws MODEL_UNREACHABLE (with the status); never hangs past its limit. A refusal or a cut
   * reply is a reply with that `finish`. `maxTokens` bounds what the model may write.
   */
  complete(
    messages: readonly Message[],
    options: {
      schema?: Readonly<Record<string, unknown>>;
      schemaName?: string;
      maxTokens?: number;
      signal?: AbortSignal;
      pictures: (hash: string) => Promise<{ mime: string; bytes: Uint8Array } | null>;
      onToken?: (token: string) => void;
    },
  ): Promise<Reply>;
}
