// What Asterisk knows about trunks and ARI does not report: whether they are registered with their carriers, and how long the far end takes to
// answer.
import { type ManagerRequest, type ManagerSettings, readManagerLists } from './manager-list.ts'

export interface Registration {
  name: string
  endpoint: string
  server: string
  /** The account. */
  client: string
  /** Registered, Rejected, Unregistered and the like. */
  status: string
}

export interface Contact {
  endpoint: string
  /** Reachable, Unreachable, NonQualified and the like. */
  status: string
  /** How long the far end took to answer the last time. */
  roundTripMs: number | undefined
}

const REGISTRATIONS: ManagerRequest = {
  action: { Action: 'PJSIPShowRegistrationsOutbound' },
  entry: 'OutboundRegistrationDetail',
  end: 'OutboundRegistrationDetailComplete',
}

const ENDPOINTS: ManagerRequest = {
  action: { Action: 'PJSIPShowEndpoints' },
  entry: 'EndpointList',
  end: 'EndpointListComplete',
}

/** Rejects with a sentence for the operator. */
export async function readRegistrations(
  settings: ManagerSettings,
  timeoutMs: number,
): Promise<Registration[]> {
  const [entries = []] = await readManagerLists(settings, [REGISTRATIONS], timeoutMs)
  return entries.map((fields) => ({
    name: fields.get('objectname') ?? '',
    endpoint: fields.get('endpoint') ?? '',
    server: fields.get('serveruri') ?? '',
    client: fields.get('clienturi') ?? '',
    status: fields.get('status') ?? '',
  }))
}

/** The names of all PJSIP endpoints. Rejects with a sentence for the operator. */
export async function readEndpoints(settings: ManagerSettings, timeoutMs: number): Promise<string[]> {
  const [entries = []] = await readManagerLists(settings, [ENDPOINTS], timeoutMs)
  return entries.map((fields) => fields.get('objectname') ?? '')
}

/** Of the endpoints. Rejects with a sentence for the operator. */
export async function readContacts(
  settings: ManagerSettings,
  endpoints: readonly string[],
  timeoutMs: number,
): Promise<Contact[]> {
  const requests = endpoints.map((endpoint) => ({
    action: { Action: 'PJSIPShowEndpoint', Endpoint: endpoint },
    entry: 'ContactStatusDetail',
    end: 'EndpointDetailComplete',
  }))
  return (await readManagerLists(settings, requests, timeoutMs)).flat().map((fields) => {
    const microseconds = Number.parseInt(fields.get('roundtripusec') ?? '', 10)
    return {
      endpoint: fields.get('endpointname') ?? '',
      status: fields.get('status') ?? '',
      roundTripMs: Number.isNaN(microseconds) ? undefined : microseconds / 1000,
    }
  })
}
