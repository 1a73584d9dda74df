// Shows the messages of `parts/notify.ts`. A file of its own, because an `import()` of the whole package would load this part of it
// together with the store of the messages, which every page needs.
import { Notifications as Messages } from '@mantine/notifications'

export function Notifications() {
  return <Messages position="bottom-right" autoClose={4000} limit={3} />
}
