// Which part of a task an address shows.

export const tabs = ['overview', 'contacts', 'calls', 'report', 'audit', 'settings'] as const
export type Tab = (typeof tabs)[number]

/** What the report of a call is asked for: some days, or versions of the flow. */
const OF_REPORT = ['version', 'with', 'from', 'to']

/** Links from before lead to `call`: the call is on the first tab now, and its days and versions are in the report. */
export function tabOf(params: URLSearchParams, isDraft: boolean): Tab {
  const asked = params.get('tab')
  const isReport = asked === 'call' && OF_REPORT.some((name) => params.has(name))
  const tab = tabs.find((name) => name === (isReport ? 'report' : asked)) ?? 'overview'
  // Nobody was called yet, so there is nothing to report.
  return tab === 'report' && isDraft ? 'overview' : tab
}
