import type { en } from './phone.messages.en.ts'

export const zh: typeof en = {
  where: '呼叫对象',
  number: '电话号码',
  browser: '本浏览器',
  notRegistered: (name) => `${name}（未注册）`,
  hint: '用这个通话流程呼叫您自己的电话。不需要中继，不会呼叫其他人，也不受呼叫许可规则的限制。',
  states: {
    starting: '正在准备电话… 第一次需要几秒钟。',
    ready: '电话已就绪。',
    ringing: '您的电话正在振铃。',
    talking: '您正在通话。按键与电话上的相同。',
    ended: '通话已结束。',
  },
  noSound:
    '听不到声音？语音不使用 STUN，直接连接服务所在的机器。如果该机器在 NAT 之后，请使用 VPN 或 SIP 应用。',
  problems: {
    insecure:
      '浏览器只允许 https 页面和 localhost 使用麦克风。请通过 https 打开控制台，或在服务所在的机器上打开。',
    denied: '本页面不能使用麦克风。请在浏览器中允许本页面使用（通常在地址旁边），然后再次呼叫。',
    noMicrophone: '没有找到麦克风。请接上麦克风，然后再次呼叫。',
    lost: '与电话的连接已中断。请再次呼叫以重新连接。',
  },
  answer: '接听',
  decline: '拒接',
  hangUp: '挂断',
}
