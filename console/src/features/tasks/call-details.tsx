// A call as a conversation, for other pages: loaded when it is shown, because it has a player.
import { lazyPart } from '../../parts/lazy-part.tsx'
import { Settling } from '../../parts/settling.tsx'

export const LiveCallDetails = lazyPart(
  async () => (await import('./detail/calls/live-call.tsx')).LiveCall,
  <Settling />,
)

export const CallDetails = lazyPart(
  async () => (await import('./detail/calls/conversation.tsx')).Conversation,
  <Settling />,
)
