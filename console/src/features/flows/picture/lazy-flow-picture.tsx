import './picture-room.css'
import { Skeleton } from '@mantine/core'
import { lazyPart } from '../../../parts/lazy-part.tsx'

/** As high as the picture that is being loaded. */
export const PictureSkeleton = () => <Skeleton h="var(--picture-height)" />

export const LazyFlowPicture = lazyPart(
  async () => (await import('./flow-picture.tsx')).FlowPicture,
  <PictureSkeleton />,
)
