/** A file with its place in the folder that it was chosen with: pictures are named by it. */
export interface Chosen {
  readonly path: string;
  readonly file: File;
}

/** Files of an input; of a folder, under their names within it. */
export function chosenIn(files: FileList | null): Chosen[] {
  return [...(files ?? [])].map((file) => ({ path: within(file.webkitRelativePath || file.name), file }));
}

/** Files that were dropped, those in dropped folders too. Hidden ones are left out. */
export async function droppedIn(transfer: DataTransfer): Promise<Chosen[]> {
  // Entries must be taken before the first wait: afterwards the browser has dropped them.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  // What comes from no disk has no entry.
  if (entries.length === 0) return chosenIn(transfer.files);
  const found = await Promise.all(entries.map((entry) => filesUnder(entry)));
  return found.flat().map(({ path, file }) => ({ path: entries.length === 1 ? within(path) : path, file }));
}

async function filesUnder(entry: FileSystemEntry): Promise<Chosen[]> {
  if (entry.name.startsWith(".")) return [];
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  const below = await Promise.all((await entriesOf(entry as FileSystemDirectoryEntry)).map(filesUnder));
  return below.flat();
}

/** A folder's entries come a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** Without the name of the folder that was chosen: paths in a history start beside it. */
function within(path: string): string {
  return path.includes("/") ? path.slice(path.indexOf("/") + 1) : path;
}
