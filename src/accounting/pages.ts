/** Reads page by page; `read` gets the last row of the page before. A page that is not full is the last one. */
export async function* pages<Row>(size: number, read: (after: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let after: Row | null = null; ;) {
    const page: Row[] = await read(after);
    yield page;
    if (page.length < size) return;
    after = page.at(-1) ?? null;
  }
}
