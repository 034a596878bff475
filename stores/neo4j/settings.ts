/** Which Neo4j holds the memories, and for which encoders its vector indexes are. */
export interface Neo4jSettings {
  /** `bolt://…` or `neo4j://…`, with `+s` for TLS. */
  readonly uri: string;
  readonly user: string;
  readonly password: string;
  /** The database; the user's home database when left out. */
  readonly database?: string;
  /** Dimensions of the encoders' vectors. Left out, an index is taken as it is, and made for the default encoders. */
  readonly textDimension?: number;
  readonly visualDimension?: number;
  /** Tells installations apart that share a database: memories of one are unknown to the others. */
  readonly space?: string;
  /** How long a transaction is tried again while the server is down or busy, in milliseconds. */
  readonly retryMs?: number;
}
