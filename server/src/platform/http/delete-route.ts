import { Type } from 'typebox'
import { type Api, IdBody, type Operation, operation, success } from './schemas/route-schema.ts'

/** Adds the operation that deletes what has the id in its body. */
export function addDeletion(
  app: Api,
  path: string,
  remove: (id: string) => Promise<void>,
  options: Pick<Operation, 'id' | 'tag' | 'summary' | 'description' | 'needs' | 'bound' | 'errors'>,
): void {
  app.post(path, operation({ ...options, body: IdBody, data: Type.Null() }), async (request) => {
    await remove(request.body.id)
    return success(null)
  })
}
