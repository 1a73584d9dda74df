import { afterAll } from 'vitest'

/** For all tests of a file, after which it is closed. */
export async function openForFile<Opened extends { close(): Promise<void> }>(
  opening: Promise<Opened>,
): Promise<Opened> {
  const opened = await opening
  afterAll(() => opened.close())
  return opened
}
