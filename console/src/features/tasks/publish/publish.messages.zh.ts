import type { en } from './publish.messages.en.ts'

export const zh: typeof en = {
  title: '发布这个任务？',
  text: '发布后，规则允许时立即开始呼叫，名单不再变化。通话流程可随时更换；时段、优先级、次数和间隔可在暂停后修改。',
  action: '发布',
  loading: '正在按规则检查联系人',
  rung: '将呼叫',
  waiting: '其中等待中',
  countryUnknown: '其中国家未知',
  severalZones: '其中可能处于多个时区',
  setCountry: '设置名单的国家',
  skipped: '跳过',
  first: '首次呼叫',
  end: '预计结束',
  now: '立即',
  unknown: '未知',
  none: '无',
  whySkipped: '不会呼叫',
  whyWaiting: '等待中',
  from: (time) => `${time} 起`,
  estimate: (checked, total) => `估计值：共 ${total} 个联系人，检查了 ${checked} 个，其余按类似情况推算。`,
  assumption: (lines, seconds) => `预计结束时间按任务独占全部 ${lines} 条线路、每次呼叫用时 ${seconds}估算。`,
  failed: '无法检查联系人，仍可以直接发布。',
  sharedList: (tasks, hasMore) =>
    `进行中的任务呼叫同一个数据源：${tasks.join('、')}${hasMore ? '等' : ''}。同一个人可能被每个任务呼叫。`,
  endBeforeFirst: (end) => `任务将在 ${end} 结束，早于首次呼叫：不会呼叫任何人。`,
  warningsTitle: '发布前请注意',
}
