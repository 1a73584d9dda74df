import { TASKS_TAG } from '../../../campaigns/tasks/tasks.routes.ts'
import { type Api, readOperation, ref, success } from '../../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../../platform/kernel/timestamps.ts'
import { TaskPreview } from './preview.schema.ts'
import type { Previews } from './preview.service.ts'

export function addPreviewRoutes(app: Api, previews: Previews, timestamps: Timestamps): void {
  app.addSchema(TaskPreview)

  app.get(
    '/api/task/:id/preview',
    readOperation({
      id: 'previewTask',
      needs: 'see',
      bound: 'task',
      tag: TASKS_TAG,
      summary: 'Who would be called by a task, who would not and why, and when',
      description:
        'As if it were published now. Every contact is decided about as a claim would at the time of the first call. Takes up to 5 ' +
        'seconds for a long list.',
      data: ref(TaskPreview),
      work: 'largeReads',
    }),
    async (request) => success(timestamps.formatAll(await previews.preview(request.params.id))),
  )
}
