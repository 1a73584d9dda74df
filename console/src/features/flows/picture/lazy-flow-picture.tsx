import { Skeleton } from '@mantine/core'
import { lazyPart } from '../../../parts/lazy-part.tsx'

export const LazyFlowPicture = lazyPart(
  async () => (await import('./flow-picture.tsx')).FlowPicture,
  <Skeleton h={320} />,
)
