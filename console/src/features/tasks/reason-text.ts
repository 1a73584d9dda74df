// Why a task does what it does, in the language of the page. The service has a sentence in English and the facts it
// is made of; in Chinese the sentence is made of the facts here.
import type { Schemas } from '@carillon/client'
import type { Format } from '../../language/format.ts'
import { useLanguage } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'

type Reason = Schemas['TaskReason']

const chinese: Record<Reason['code'], (reason: Reason, format: Format) => string> = {
  draft: () => '任务是草稿：发布之前不会拨打。',
  paused: (reason, format) => `任务${byWhom(reason, format)}暂停：继续之前不会拨打新的电话。`,
  stopped: (reason, format) => `任务${byWhom(reason, format)}停止${words(reason)}。`,
  completed: () => '任务的所有联系人都已完成。',
  failed: (reason) => `网关拒绝了这个任务的呼叫${words(reason)}：网关恢复后请继续任务。`,
  closed: (reason, format) => `任务${byWhom(reason, format)}关闭。`,
  storage_fault: (reason, format) =>
    `数据库无法正常工作${reason.since ? `，自 ${format.shortTime(reason.since)} 起` : ''}${words(reason)}。`,
  no_dialer: ({ since }, format) =>
    `没有拨号程序在运行${since ? `，最后一次出现在 ${format.shortTime(since)}` : ''}。`,
  gateway_down: (reason, format) =>
    `网关不可用${reason.since ? `，自 ${format.shortTime(reason.since)} 起` : ''}${words(reason)}。`,
  no_lines: () => '线路数限制为 0：不会拨打。',
  outside_window: ({ until }, format) => `不在每日时段内：${format.shortTime(until)} 恢复拨打。`,
  dialing: ({ calls = 0 }) => (calls > 0 ? `这个任务有 ${calls} 个通话正在进行。` : '即将开始下一批呼叫。'),
  waiting_for_line: ({ tasksBefore = 0, tasksBeside = 0 }) =>
    [
      '所有线路都在使用中',
      tasksBefore > 0 ? `，有 ${tasksBefore} 个优先级更高的任务排在前面` : '',
      tasksBeside > 0 ? `，有 ${tasksBeside} 个同优先级的任务共享线路` : '',
      '。',
    ].join(''),
  rate_limited: ({ calls = 0 }) => `已达到每秒 ${calls} 个呼叫的限制。`,
  waiting_for_retry: ({ contacts = 0, nextTime }, format) =>
    `${contacts} 个联系人等待再次拨打${nextTime ? `，最早在 ${format.shortTime(nextTime)}` : ''}。`,
  nothing_left: () => '所有联系人都已完成：任务即将结束。',
  calls_ending: ({ calls = 0 }) => `还有 ${calls} 个通话正在进行，会继续到结束。`,
  gateway_partly_down: (reason) => `部分拨号程序的网关不可用${words(reason)}。`,
  gateway_busy: (reason) => `网关暂时不接受更多呼叫${words(reason)}。`,
}

function byWhom({ actor, since }: Reason, format: Format): string {
  return [actor ? `由 ${actor} ` : '', since ? `于 ${format.shortTime(since)} ` : '', '被'].join('')
}

function words({ reason }: Reason): string {
  return reason ? `（${reason}）` : ''
}

export function useReasonText(): (reason: Reason) => string {
  const { language } = useLanguage()
  const format = useFormat()
  return (reason) =>
    (language === 'zh' ? chinese[reason.code]?.(reason, format) : undefined) ?? reason.message
}
