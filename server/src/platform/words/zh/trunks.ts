import type { en } from '../en/trunks.ts'

export const zh: typeof en = {
  presets: {
    ip: {
      name: '按 IP 地址认证',
      description: '运营商认得您的公网 IP 地址，不需要密码。请让运营商放行该地址，并填写运营商的主机。',
    },
    digest: {
      name: '账号和密码',
      description: '运营商在每次呼叫时验证账号和密码，不需要注册。',
    },
    registered: {
      name: '注册账号',
      description: '中继像话机一样用账号和密码注册，注册期间运营商接受呼叫。',
    },
    fromAccount: {
      name: '注册账号，且以账号为主叫',
      description:
        '运营商只接受来自您账号的呼叫（呼叫的 From）。主叫号码通过 P-Asserted-Identity 另行传送。密码正确但呼叫仍被拒绝（401 或 403）时，请选择此项。',
    },
  },
  warnings: {
    tasks_paused: ({ count = 0 }) =>
      `从现在起，呼叫会真正拨出。${count} 个此前使用模拟器的任务已暂停；继续任务时请选择模拟器或真正拨打。`,
    tasks_kept: ({ count = 0 }) => `从现在起，呼叫会真正拨出；${count} 个进行中的任务仍使用模拟器。`,
    tasks_moved: ({ count = 0 }) =>
      `从现在起，呼叫会真正拨出，包括此前使用模拟器的 ${count} 个进行中的任务。`,
    calls_simulated: ({ count = 0 }) => `${count} 个等待中的单次呼叫是在使用模拟器时提交的，仍使用模拟器。`,
    default_budget: ({ count }) =>
      `从现在起，发布时没有设置呼叫次数限制的任务，24 小时内对同一号码最多呼叫 ${count ?? 0} 次。已发布的任务不变。可在“设置 → 呼叫许可”中更改。`,
    emergency_rule: ({ rule = '', number = '' }) =>
      `针对 ${rule} 的规则可能把号码变成紧急号码 ${number}。此类号码不会经由该中继拨打。`,
  },
}
