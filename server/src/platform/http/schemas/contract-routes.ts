// The routes of the contract. Its clients may send more than the service reads, so these stay tolerant where all others are strict.

const CONTRACT_ROUTES: ReadonlySet<string> = new Set([
  'GET /api/task/list',
  'GET /api/task/detail/:id',
  'POST /api/task/add',
  'POST /api/task/update',
  'POST /api/task/publish',
  'POST /api/task/pause',
  'POST /api/task/resume',
  'POST /api/task/stop',
  'POST /api/task/:id/recall',
  'GET /api/task/:id/export',
  'GET /api/task/:id/stat',
  'GET /api/dataSource/list',
  'GET /api/dataSource/detail/:id',
  'POST /api/dataSource/add',
  'POST /api/dataSource/update',
  'GET /api/dataSource/:id/contacts',
  'POST /api/dataSource/:id/contact/add',
  'POST /api/dataSource/:id/contact/update',
  'POST /api/dataSource/:id/contact/delete',
  'POST /api/dataSource/:id/contact/batchImport',
  'GET /api/dataSource/:id/contact/batchExport',
])

/** `url`: as routes write it (`/:id/`) or as the OpenAPI document does (`/{id}/`). */
export function isOfContract(method: string, url: string): boolean {
  const path = url.replace(/\{(\w+)\}/g, ':$1')
  return CONTRACT_ROUTES.has(`${method === 'HEAD' ? 'GET' : method} ${path}`)
}
