// The WebSocket of the phone, as jssip wants it. Its own shows no password, which this one does in the list of subprotocols: the only place where a
// browser can put it.
import type { Socket } from 'jssip'

export function createPhoneSocket(url: string, password: string): Socket {
  let socket: WebSocket | undefined
  const isIn = (state: number) => socket?.readyState === state
  const phone: Socket = {
    url,
    via_transport: url.startsWith('wss:') ? 'WSS' : 'WS',
    sip_uri: `sip:${new URL(url).host};transport=ws`,
    connect() {
      if (isIn(WebSocket.OPEN) || isIn(WebSocket.CONNECTING)) return
      const opened = new WebSocket(url, ['sip', `password.${password}`])
      socket = opened
      opened.onopen = () => phone.onconnect()
      opened.onclose = ({ wasClean, code, reason }) => phone.ondisconnect(!wasClean, code, reason)
      opened.onmessage = ({ data }) => phone.ondata(data)
    },
    disconnect() {
      if (!socket) return
      socket.onclose = null
      socket.close()
      socket = undefined
    },
    send(message) {
      if (!isIn(WebSocket.OPEN)) return false
      socket?.send(message as string)
      return true
    },
    isConnected: () => isIn(WebSocket.OPEN),
    isConnecting: () => isIn(WebSocket.CONNECTING),
    onconnect: () => undefined,
    ondisconnect: () => undefined,
    ondata: () => undefined,
  }
  return phone
}
