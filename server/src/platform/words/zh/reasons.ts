import type { en } from '../en/reasons.ts'
import type { ReasonFacts as Facts } from '../reason-facts.ts'
import { zh as calls } from './calls.ts'

function byWhom({ actor, since }: Facts): string {
  return ['已', actor ? `由 ${actor} ` : '', since ? `于 ${since} ` : ''].join('')
}

const since = ({ since }: Facts) => (since ? `，自 ${since} 起` : '')
const causeOf = (why: string) => (calls.causes as Record<string, string>)[why] ?? why
const brackets = ({ why }: Facts) => (why ? `（${why}）` : '')

/** Of a contact, or of how many contacts of a task. */
const notYet =
  (why: string) =>
  ({ contacts, isMore, nextTime, until }: Facts) => {
    if (contacts === undefined) return `${why}：${until} 起呼叫。`
    return `${isMore ? '至少 ' : ''}${contacts} 个联系人${why}，最早在 ${nextTime} 呼叫。`
  }
const never = (why: string) => () => `跳过该联系人：${why}。重呼时会再次检查。`

const permissionWords = {
  recipient_hours: notYet('当地不在呼叫时段'),
  daily_budget: notYet('24 小时内呼叫次数已达上限'),
  monthly_budget: notYet('30 天内呼叫次数已达上限'),
  attempt_budget: notYet('数日内呼叫次数已达上限'),
  quiet_period: notYet('近期已有人接听'),
  case_budget: notYet('该事项的呼叫次数已达上限'),
  case_quiet_period: notYet('该事项近期已有人接听'),
  before_call_time: notYet('未到呼叫时间'),
  undisclosed_agent: never('号码属于欧盟，而呼叫流程未说明其智能体的声音由人工合成'),
  no_consent: never('对方未同意任务所要求的用途'),
  do_not_call: never('号码在禁呼名单中'),
  emergency_number: never('这是紧急号码'),
  denied_prefix: never('号码前缀被禁止'),
  premium_number: never('这是卫星电话或高额付费号码'),
  no_allowed_prefix: never('号码前缀不在允许范围'),
  too_short: never('号码位数太少'),
  too_long: never('号码位数太多'),
  no_calling_hours: never('对方可能所在的各时区没有共同的呼叫时段'),
  withdrawn: never('已撤回'),
  denied_on_trunk: never('中继的规则会把它变成禁止呼叫的号码，例如紧急号码'),
  after_call_until: never('已过最晚呼叫时间，或在此之前没有可呼叫的时间'),
}

const serviceWords = {
  storage_fault: (facts: Facts) => `数据库无法工作${since(facts)}${brackets(facts)}。`,
  no_dialer: ({ since }: Facts) => `没有拨号程序在运行${since ? `，最近一次运行在 ${since}` : ''}。`,
  gateway_down: (facts: Facts) => `网关不可用${since(facts)}${brackets(facts)}。`,
  no_lines: () => '线路上限为 0：不会发起呼叫。',
  scheduled: ({ until }: Facts) => `任务已排期：${until} 开始呼叫。`,
  outside_window: ({ until }: Facts) =>
    until ? `不在呼叫时段内：${until} 恢复呼叫。` : '不在呼叫时段内，且未来数月内都不会开放。',
}

const stateWords = {
  draft: () => '任务是草稿：发布之前不会发起呼叫。',
  paused: (facts: Facts) =>
    facts.reasonCode === 'simulated_before'
      ? '任务已暂停：它此前使用模拟器，而现在的呼叫会真正拨出。继续时请选择使用模拟器还是真正拨打。'
      : `任务${byWhom(facts)}暂停${brackets(facts)}：继续之前不会发起新的呼叫。`,
  stopped: (facts: Facts) => `任务${byWhom(facts)}停止${brackets(facts)}。`,
  completed: () => '任务的所有联系人都已完成。',
  goal_met: () => '任务的目标已达成：不再发起呼叫。',
  nobody_called: ({ skips = [] }: Facts) =>
    `没有呼叫任何人：${skips.map(({ reason, contacts }) => `${contacts} 个${calls.denials[reason]}`).join('，')}。`,
  failed: (facts: Facts) => `这个任务的呼叫失败${brackets(facts)}：问题解决后请继续任务。`,
  closed: (facts: Facts) => `任务${byWhom(facts)}关闭。`,
}

const reasons: (typeof en)['reasons'] = {
  ...serviceWords,
  ...stateWords,
  ...permissionWords,
  task_draft: stateWords.draft,
  task_paused: stateWords.paused,
  task_stopped: stateWords.stopped,
  task_completed: stateWords.completed,
  task_failed: stateWords.failed,
  task_closed: stateWords.closed,
  dialing: ({ calls = 0, lines = 0, linesInUseAll = 0 }) =>
    calls > 0
      ? `这个任务有 ${calls} 个呼叫正在进行；${lines} 条线路中占用 ${linesInUseAll} 条。`
      : '即将发起下一批呼叫。',
  claim_late: ({ seconds = 0, since }) =>
    `自 ${since} 起已有 ${seconds} 秒没有发起呼叫，但仍有联系人可以呼叫：数据库或机器繁忙，分配呼叫较慢。`,
  heartbeat_late: ({ seconds = 0, since }) =>
    `已有 ${seconds} 秒没有发起呼叫：拨号程序最近一次心跳在 ${since}，超过 3 秒没有心跳就不会呼叫。数据库或机器繁忙，或拨号程序已停止。`,
  waiting_for_line: ({ lines = 0, tasksBefore = 0, tasksBeside = 0 }) =>
    [
      lines > 0 ? `全部 ${lines} 条线路都在使用中` : '所有线路都在使用中',
      tasksBefore > 0 ? `，有 ${tasksBefore} 个优先级更高的任务排在前面` : '',
      tasksBeside > 0 ? `，有 ${tasksBeside} 个同优先级的任务共享线路` : '',
      '。',
    ].join(''),
  waiting_for_trunk: ({ lines = 0 }) =>
    lines === 0
      ? '这个任务指定的中继都已停用：请启用其中之一，或让任务使用其他中继。'
      : `这个任务的中继共 ${lines} 条线路，都在使用中。`,
  no_trunk: () => '这个任务没有可用的中继：请添加或启用中继，或复制任务，并为副本选择其他中继。',
  trunk_down: ({ trunks = [], why }) =>
    `这个任务可用的中继目前都不接受呼叫：${trunks.join('、')}。${why === undefined ? '原因见“设置”。' : `原因：${why}。`}`,
  trunk_partly_down: ({ trunks = [] }) => `部分中继目前不接受呼叫：${trunks.join('、')}。其他中继正常。`,
  caller_ids_used_up: ({ until }) => `所有主叫号码都已达到当天的呼叫上限。${until} 或提高上限后继续呼叫。`,
  rate_limited: ({ calls = 0 }) => `已达到每秒 ${calls} 次呼叫的上限。`,
  waiting_for_retry: ({ contacts = 0, nextTime }) =>
    `${contacts} 个联系人等待再次呼叫${nextTime ? `，最早在 ${nextTime}` : ''}。`,
  nothing_left: () => '所有联系人都已完成：任务即将完成。',
  calls_ending: ({ calls = 0 }) => `还有 ${calls} 个呼叫正在进行，会持续到结束。`,
  gateway_partly_down: (facts) =>
    `${facts.dialers} 个拨号程序中有 ${facts.dialersDown} 个的网关不可用${brackets(facts)}。`,
  gateway_busy: (facts) => `网关暂时不接受更多呼叫${brackets(facts)}。`,
  speech_slow: ({ seconds = 0 }) =>
    `语音合成较慢：生成一通呼叫的语音需要 ${seconds} 秒。语音就绪后才会呼叫。`,
  agent_failing: (facts) => `语音智能体出现故障，每次只尝试一个呼叫${brackets(facts)}。`,
  recordings_waiting: ({ calls = 0, since }) =>
    `${calls} 段录音尚未能保存${since ? `，最早的自 ${since} 起等待` : ''}。`,
  backup_failed: (facts) => `${facts.since ? `${facts.since} 的` : ''}夜间备份失败${brackets(facts)}。`,
  webhook_off: ({ why, since }) =>
    `Webhook ${why ?? ''} 已${since ? `于 ${since} ` : ''}停用：接收方五天内没有收下任何事件，或不再需要事件。`,
  secrets_missing: ({ trunks = [], phones = [], webhooks = [] }) =>
    `服务从不含密钥的备份恢复。${[
      trunks.length > 0 && `请重新输入中继 ${trunks.join('、')} 的密码。`,
      phones.length > 0 && `请删除并重新添加电话 ${phones.join('、')}。`,
      webhooks.length > 0 && `请为 Webhook ${webhooks.join('、')} 更换密钥。`,
    ]
      .filter(Boolean)
      .join('')}在此之前它们不会工作。`,
  backup_late: ({ since }) => (since ? `最近一次夜间备份是 ${since} 的。` : '还没有夜间备份。'),
  number_key_missing: () =>
    '已删除且要求勿扰的人可能会被呼叫：此节点缺少服务的 number-key 文件。请从其他节点或含密钥的备份中复制。',
  secret_key_missing: () =>
    '线路或自己的电话的密码，或 Webhook 的密钥无法使用：此节点的 secret-key 文件缺少相应的密钥。请从其他节点或含密钥的备份中复制该文件，或重新输入。',
  forgetting_late: ({ why }) =>
    `超过保留期限的数据已有一天未被删除（${why}）。该工作由拨号节点完成：见设置 → 系统。`,
  live: ({ since, attempt = 1 }) => `自 ${since} 起正在进行第 ${attempt} 次呼叫。`,
  done_success: () => '联系人已完成：呼叫成功。',
  done_failed: ({ why }) =>
    why ? `联系人已完成：网关拒绝了呼叫（${why}）。可以重呼。` : '联系人已完成：所有呼叫都未接通。可以重呼。',
  done_unsuccessful: ({ why }) =>
    `联系人已完成：最后一次呼叫已接听，但未满足任务的成功条件${why ? `（${causeOf(why)}）` : ''}。可以重呼。`,
  deleted: () => '联系人已从数据源中删除，不会再呼叫。',
  not_in_task: () => '联系人在任务发布之后才加入数据源，不在任务的名单中。',
  cut_short: () => '任务在下一次呼叫之前停止。续呼剩余联系人时会呼叫该联系人。',
  not_remaining: () => '联系人在原任务中已完成，所以不在这个续呼任务的名单中。',
  number_busy_elsewhere: ({ since }) => `该号码自 ${since} 起正在另一个呼叫中，结束后再呼叫。`,
  waiting_interval: ({ until, why }) =>
    why ? `网关拒绝了上一次呼叫（${why}）：${until} 再次呼叫。` : `将在 ${until} 再次呼叫。`,
  waiting_callback: ({ until }) => `对方要求回呼：将在 ${until} 呼叫。`,
  waiting_line: () => '已到下一次呼叫的时间：有空闲线路时立即呼叫。',
  waiting_turn: ({ contactsAhead: ahead = 0 }) =>
    ahead === 0 ? '联系人是名单中的下一个。' : `名单中有 ${ahead} 个联系人排在前面。`,
}

const warnings: (typeof en)['warnings'] = {
  empty_list: () => '数据源中没有联系人，任务会立即完成。',
  window_past_midnight: () => '每日时段跨过午夜：晚上开始，第二天结束。',
  no_opening: () => '未来数月内没有呼叫时段，不会呼叫任何人。',
  list_dialed_by_other: ({ taskName = '' }) =>
    `任务“${taskName}”正在进行，也呼叫这个数据源：同一个人可能被两个任务呼叫。`,
  no_dialer: () => '没有拨号程序在运行：启动之前不会发起呼叫。',
  simulated_gateway: () => '网关是模拟器：不会拨打真实电话。',
  simulated_before: () => '现在会拨打真实电话。原任务的呼叫只是模拟，没有拨打过真实电话。',
  end_before_done: ({ time }) => `任务将在 ${time} 结束，预计届时联系人还没有全部完成。`,
  country_unknown: ({ contacts = 0, isMore = false }) =>
    `呼叫时段按对方当地时间计算，但${isMore ? '至少' : ''}有 ${contacts} 个号码无法确定国家，只能按服务所在时区呼叫。请设置数据源的国家。`,
  several_zones: ({ contacts = 0 }) =>
    `按号码判断，有 ${contacts} 个联系人可能处于多个时区，只在这些时区都处于呼叫时段时呼叫。可在联系人的“timeZone”字段中填写时区。`,
  no_hours: () => '任务没有设置呼叫时段：可能会在夜间呼叫。',
  no_opt_out: () => '通话流程没有将号码加入禁呼名单的步骤，对方无法按键退订。',
  no_budget: () => '任务和服务都没有限制若干天内对同一号码的呼叫次数。',
  default_budget: ({ attempts = 0 }) =>
    `任务没有设置呼叫次数限制。发布时会加上：24 小时内对同一号码最多呼叫 ${attempts} 次。`,
  undisclosed_agent: () => '通话流程在接通语音智能体之前没有说明声音由人工合成，因此不会用它呼叫欧盟号码。',
  field_empty: ({ field = '', contacts = 0, isMore = false }) =>
    `${isMore ? '至少' : ''}有 ${contacts} 个联系人没有“${field}”：通话流程会略去它。`,
}

export const zh: typeof en = { reasons, warnings }
