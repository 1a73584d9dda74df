import type { en } from './publish.messages.en.ts'

export const zh: typeof en = {
  title: '发布这个任务？',
  text: '发布后不能再更换数据源和通话流程；每日时段、优先级、呼叫次数和间隔可以在暂停时修改。',
  action: '发布',
  loading: '正在按规则检查联系人',
  rung: '将呼叫',
  waiting: '其中等待中',
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
  warnings: {
    empty_list: () => '数据源中没有联系人，任务会立即完成。',
    window_past_midnight: () => '每日时段跨过午夜：晚上开始，第二天结束。',
    no_opening: () => '未来数月内没有呼叫时段，不会呼叫任何人。',
    list_dialed_by_other: ({ taskName = '' }) =>
      `任务“${taskName}”正在进行，并且呼叫同一个数据源：同一个人可能被两个任务呼叫。`,
    no_dialer: () => '没有拨号程序在运行：启动之前不会发起呼叫。',
    simulated_gateway: () => '网关是模拟器：不会拨打真实电话。',
    end_before_done: ({ time: end }, time) => `任务将在 ${time(end)} 结束，预计届时联系人还没有全部完成。`,
    field_empty: ({ field = '', contacts = 0 }) =>
      `有 ${contacts} 个联系人没有“${field}”：通话流程会略去它。`,
  },
  warningsTitle: '发布前请注意',
}
