import { Skeleton } from '@mantine/core'

/** The cards of the form before its values are known. */
export function TaskFormSkeleton() {
  return (
    <div className="task-form" aria-busy>
      <Skeleton h={240} />
      <CallSkeleton />
      <Skeleton h={330} />
      <PermissionSkeleton />
    </div>
  )
}

export function CallSkeleton() {
  return <Skeleton h={360} />
}

export function PermissionSkeleton() {
  return <Skeleton h={84} />
}
