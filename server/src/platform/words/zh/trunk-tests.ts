import type { en } from '../en/trunk-tests.ts'
import type { TrunkFacts as Facts } from '../trunk-facts.ts'

const seconds = ({ ms = 0 }: Facts) => `${(ms / 1000).toFixed(1)} 秒`
const percent = (share = 0) => `${Math.round(share * 100)}%`
const explained = ({ sipStatus, explanation }: Facts) =>
  sipStatus === undefined ? `${explanation}` : `SIP ${sipStatus}：${explanation}`

function refusedRegistration(status = 401): string {
  if (status === 404 || status === 484) return '运营商不认识该账号，请检查中继的用户名、地址和 From 域名'
  if (status >= 300 && status < 400)
    return '运营商要求向另一个地址注册，请向运营商询问，并填为中继的地址或出站代理'
  if (status >= 500 && status < 600) return '运营商暂时无法受理注册，中继本身没有问题，每 10 秒会重试一次'
  if (status === 423) return '运营商要求另一个注册间隔，请咨询运营商'
  if ([401, 403, 407].includes(status)) return '请检查中继的用户名和密码'
  return '请向运营商询问原因'
}

export const zh: typeof en = {
  steps: {
    resolve: '地址',
    reach: '运营商可达',
    address: '本机地址',
    register: '已注册',
    send: '呼叫已发送',
    answer: '运营商的应答',
    ring: '电话振铃',
    pickUp: '电话接听',
    sound: '双向声音',
    hangUp: '挂断',
  },
  outcomes: {
    resolved: ({ host, addresses = [] }) => `域名 ${host} 指向 ${addresses.join('、')}。`,
    is_address: ({ host }) => `地址 ${host} 无需解析。`,
    not_resolved: ({ host, explanation }) => `${explanation}（${host}）。`,
    reachable: ({ ms }) => (ms === undefined ? '运营商有应答。' : `运营商在 ${Math.round(ms)} 毫秒后应答。`),
    not_asked: () => '尚未确认运营商是否应答；呼叫会显示结果。',
    options_off: () => '该中继已关闭 OPTIONS，只能通过实际呼叫判断运营商是否应答。',
    not_reachable: ({ explanation }) => `${explanation}。`,
    not_usable: ({ why }) => `Asterisk 没有该中继：${why}。`,
    no_asterisk: ({ why }) => `Asterisk 没有运行：${why}。`,
    no_node: ({ nodes = [] }) => `拥有该中继的节点均未运行：${nodes.join('、')}。`,
    seen_as_told: ({ seenAs }) => `运营商看到的本机地址是 ${seenAs}，与本机告知的地址相同。`,
    not_seen: () => '运营商没有说明它看到的本机地址。',
    behind_nat: ({ seenAs, announced }) =>
      `运营商看到的本机地址是 ${seenAs}，本机告知的却是 ${announced}：请将 EXTERNAL_ADDRESS 设为 ${seenAs}，并把 SIP 和 RTP 端口转发到本机，否则可能没有声音。`,
    other_external: ({ seenAs, announced }) =>
      `运营商看到的本机地址是 ${seenAs}，但 EXTERNAL_ADDRESS 是 ${announced}：请改为 ${seenAs}，否则可能没有声音。`,
    not_local: ({ seenAs, announced }) =>
      `运营商看到的本机地址是 ${seenAs}，本机告知的却是 ${announced}，因为它在 LOCAL_NETWORKS 中：请从中去掉该网络，否则可能没有声音。`,
    registered: () => '运营商已接受注册。',
    registered_by: ({ node }: Facts) => `该中继由节点 ${node} 注册；本节点同样可以呼出。`,
    does_not_register: () => '该中继不注册，无需处理。',
    registration_rejected: ({ sipStatus, calls }) =>
      `运营商拒绝注册${sipStatus === undefined ? '' : `（SIP ${sipStatus}）`}：${refusedRegistration(sipStatus)}。${calls ? '呼叫仍可发出。' : ''}`,
    registration_unanswered: () => '运营商没有应答注册：请检查中继的地址、端口和传输方式，以及防火墙。',
    sent: ({ number, callerId }) =>
      callerId === undefined ? `正在呼叫 ${number}，没有主叫号码。` : `正在用 ${callerId} 呼叫 ${number}。`,
    not_sent: ({ why }) => `呼叫无法发送：${why}。`,
    accepted: () => '运营商已接受呼叫。',
    refused: (facts) => `${explained(facts)}。`,
    silent: ({ explanation }) => `${explanation}。`,
    only_confirmed: (facts) =>
      `运营商已确认收到呼叫，但 ${seconds(facts)}内再无回应。地址和账号没有问题：请换一个号码再试，或询问运营商呼叫卡在哪里。`,
    ringing: (facts) => `电话在 ${seconds(facts)}后振铃。`,
    no_ringing: () => '电话被接听，但没有振铃信号；有些运营商不发送。',
    picked_up: (facts) => `电话在 ${seconds(facts)}后被接听。`,
    not_picked_up: (facts) => `电话振铃 ${seconds(facts)}，无人接听：请重试并接听；中继没有问题。`,
    not_answered: (facts) => `电话没有被接听。${explained(facts)}。`,
    both_ways: ({ packetsOut, packetsIn }) => `已发送 ${packetsOut} 个语音包，收到 ${packetsIn} 个。`,
    nothing_received: ({ packetsOut }) =>
      `已发送 ${packetsOut} 个语音包，但一个也没有收到：请检查防火墙是否放行 RTP 端口；本机在 NAT 之后时，还要检查是否设置了外部地址。`,
    nothing_sent: ({ packetsIn }) => `收到 ${packetsIn} 个语音包，但一个也没有发出：请检查中继的编解码器。`,
    no_sound: () => '既没有发送也没有收到声音：请检查防火墙、外部地址和中继的编解码器。',
    not_measured: () => '呼叫在测量声音之前已结束：请在接听后停留几秒。',
    hung_up: (facts) => `测试在 ${seconds(facts)}后挂断。`,
    callee_hung_up: (facts) => `对方在 ${seconds(facts)}后挂断。`,
    held_back: ({ why }) => `呼叫被拒绝，该中继暂时只接少量呼叫或不接呼叫：${why}。`,
    low_answer_rate: ({ rate, rateBefore }) =>
      `最近一小时只有 ${percent(rate)} 的呼叫被接听，前一天为 ${percent(rateBefore)}：请呼叫自己的电话，看是否振铃、有无声音，并向运营商了解主叫号码是否正常。`,
    broke_off: ({ why }) => `测试无法继续：${why}。`,
  },
  states: {
    registered: '已注册',
    reachable: '可达',
    heldBack: '暂缓使用',
    down: '不可用',
    unknown: '未知',
    off: '已停用',
  },
}
