import { expect, it } from 'vitest'
import { answer, renderHtml } from '../../../../test/support/render.tsx'
import { NewTaskPage } from './new-task-page.tsx'

it('before its values are known, the form of a task has as many blocks as it will have cards', () => {
  const blocks = renderHtml(<NewTaskPage />).match(/mantine-Skeleton-root/g)
  const html = renderHtml(<NewTaskPage />, {
    answers: [answer('/api/console/settings', {}, { protectNewTasks: true, offerProtections: true })],
  })
  expect(html.match(/<section class="card"/g)).toHaveLength(2)
  // Two cards are loaded later, and until then there are blocks in their places.
  expect(html.match(/mantine-Skeleton-root/g)).toHaveLength(2)
  expect(blocks).toHaveLength(4)
})
