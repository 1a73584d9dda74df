// What the statements need of a session, on every server: the embedded one, Debian's, one in a cloud. The server's own configuration may say
// otherwise for other programs.

export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  // The dialer's plans avoid scans of whole tables by their price, so PostgreSQL takes the shortest of them for expensive and compiles it, which
  // takes 100 times as long as the statement.
  jit: 'off',
  // As on disks without moving parts: with the default of 4 an index looks dearer than reading the whole table.
  random_page_cost: '1.1',
}
