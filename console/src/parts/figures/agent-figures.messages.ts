const en = {
  title: 'Voice agent',
  calls: 'Calls with a voice agent',
  waits: 'Wait for an answer',
  waitsOf: (p50: string, p95: string) => `${p50} s (median), ${p95} s (95%)`,
  talkedOver: 'Agent talked over the callee',
  silent: '3 seconds of silence or more',
  ofCalls: (count: string, share: string) => `${count} calls (${share})`,
  cost: (currency: string) => `Cost (${currency})`,
  lineTitle: 'Cost of lines',
  costOf: (amount: string, perCall: string) => `${amount}, ${perCall} per call`,
  costOfSuccess: (amount: string, perCall: string, perSuccess: string) =>
    `${amount}, ${perCall} per call, ${perSuccess} per success`,
}

const zh: typeof en = {
  title: '语音智能体',
  calls: '语音智能体通话',
  waits: '等待回答',
  waitsOf: (p50, p95) => `${p50} 秒（中位数），${p95} 秒（95%）`,
  talkedOver: '智能体抢话',
  silent: '沉默 3 秒以上',
  ofCalls: (count, share) => `${count} 次通话（${share}）`,
  cost: (currency) => `费用（${currency}）`,
  lineTitle: '线路费用',
  costOf: (amount, perCall) => `${amount}，每次呼叫 ${perCall}`,
  costOfSuccess: (amount, perCall, perSuccess) => `${amount}，每次呼叫 ${perCall}，每次成功 ${perSuccess}`,
}

export const agentFiguresMessages = { en, zh }
