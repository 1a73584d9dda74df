import { bytes } from '../bytes.ts'
import type { ErrorWords, Range } from '../faults.ts'
import { zh as calls } from './calls.ts'

const fileKinds: Record<string, string> = {
  xlsb: '二进制 Excel 工作簿（.xlsb）',
  word: 'Word 文档',
  powerpoint: 'PowerPoint 演示文稿',
  ods: 'OpenDocument 文件（.ods）',
  numbers: 'Apple Numbers 文件',
}
const work: Record<string, string> = {
  exports: '个导出',
  uploads: '个上传',
  eventStreams: '个事件流',
  largeReads: '个大列表正在读取',
  imports: '个导入尚未结束',
  assistants: '个助手会话',
  connections: '个连接',
}
const things: Record<string, string> = {
  task: '任务',
  'data source': '数据源',
  contact: '联系人',
  call: '呼叫',
  token: '令牌',
  attempt: '呼叫',
  import: '导入',
  recording: '录音',
  calendar: '日历',
  'do-not-call list': '禁呼名单',
  'test call': '测试呼叫',
  audio: '音频',
  'live call': '正在进行的呼叫',
  sound: '声音文件',
  trunk: '中继',
  'trunk test': '中继测试',
  person: '用户',
  session: '登录会话',
  'own phone': '自己的电话',
  'failed delivery': '失败的发送',
  'waiting delivery': '等待中的发送',
}
const operations: Record<string, string> = {
  update: '编辑',
  reschedule: '调整安排',
  changeFlow: '更换流程',
  publish: '发布',
  pause: '暂停',
  resume: '继续',
  stop: '停止',
  recall: '重呼',
  continue: '续呼剩余联系人',
  close: '关闭',
  start: '开始导入',
  cancel: '取消导入',
  undo: '撤销导入',
}
/** The states of tasks and imports that sentences name. */
const statuses: Record<string, string> = {
  DRAFT: '草稿',
  RUNNING: '进行中',
  PAUSED: '已暂停',
  STOPPED: '已停止',
  COMPLETED: '已完成',
  FAILED: '失败',
  CLOSED: '已关闭',
  uploaded: '未开始',
  running: '进行中',
  completed: '已完成',
  failed: '失败',
  canceled: '已取消',
  undoing: '正在撤销',
  undone: '已撤销',
}
const abilities: Record<string, string> = {
  play: '播放声音',
  keys: '接收按键',
  detect: '判断由谁接听',
  record: '录音',
  transfer: '转接',
  stream: '连接语音智能体',
}

const list = (texts: readonly string[]) => texts.join('、')

function range({ min, max }: Range): string {
  if (min === undefined) return `最多 ${max}`
  return max !== undefined ? `${min} 到 ${max}` : `至少 ${min}`
}

const deniedWords: Record<string, string> = { ...calls.denials, ...calls.waits }
const denied = (reason: string) => deniedWords[reason] ?? reason
const deniedPlaces: Record<string, string> = {
  host_not_allowed: '设置中未列出该 SIP 主机',
  context_not_allowed: '设置中未列出该拨号方案上下文',
}

/** The time to wait, rounded up, so that nobody tries too early. */
function duration(seconds: number): string {
  if (seconds < 120) return ` ${seconds} 秒`
  return seconds < 7200 ? ` ${Math.ceil(seconds / 60)} 分钟` : ` ${Math.ceil(seconds / 3600)} 小时`
}

export const zh: ErrorWords = {
  required: (_, field) => `${field}为必填项`,
  wrong_type: ({ types }, field) => `${field || '请求'}的类型必须是 ${list(types)}`,
  field_unknown: ({ names }) => `服务不支持字段 ${list(names)}`,
  no_flow_version: () => '这个任务还没有过通话流程，没有可恢复的版本',
  not_one_of: ({ allowed }, field) => `${field}必须是以下之一：${list(allowed)}`,
  out_of_range: (facts, field) => `${field}的取值范围：${range(facts)}`,
  not_multiple: ({ of }, field) => `${field}必须是 ${of} 的倍数`,
  wrong_length: (facts, field) => `${field}的字符数：${range(facts)}`,
  wrong_count: (facts, field) => `${field}的项数：${range(facts)}`,
  hidden_character: (_, field) => `${field}不能含有不可见字符`,
  no_visible_character: (_, field) => `${field}必须至少有一个可见字符`,
  unstorable_text: (_, field) => `${field}含有无法保存的字符`,
  lone_surrogate: (_, field) => `${field || '请求'}含有不完整的字符`,
  too_many_digits: (_, field) => `${field}的数字位数太多`,
  not_a_time_of_day: (_, field) => `${field}必须是 00:00 到 23:59 之间的时间（HH:MM）`,
  not_a_time: (_, field) => `${field}必须是时间（YYYY-MM-DD HH:MM:SS）`,
  not_a_date: (_, field) => `${field}必须是日期（YYYY-MM-DD）`,
  not_a_host: (_, field) => `${field}必须是主机名或 IP 地址，不带 sip: 和端口`,
  not_a_sip_user: (_, field) =>
    `${field}只能由字母、数字和 + - _ . 等符号组成，不能有空格、引号、尖括号和分号`,
  not_a_sip_password: (_, field) => `${field}只能由可见的 ASCII 字符组成，不能有空格`,
  not_a_web_address: (_, field) => `${field}必须是以 https:// 或 http:// 开头的地址`,
  not_event_types: (_, field) => `${field}必须是事件类型的列表`,
  not_later: ({ other }, field) => `${field}必须晚于${other}`,
  not_earlier: ({ other }, field) => `${field}必须早于${other}`,
  password_is_name: () => '密码不能与姓名相同',
  monitor_has_none: () => '监控员看不到号码，也没有其他权限：请选择其他角色',
  same_time: () => '每日时段的开始和结束时间不能相同',
  time_passed: () => '该时间已过',
  simulated_before: (_, field) =>
    `任务此前使用模拟器，而现在的呼叫会真正拨出：请设置“${field}”，选择继续模拟还是真正拨打`,
  undisclosed_agent: () => '名单中有欧盟号码：须在语音智能体之前的步骤中，或由智能体自己说明声音由人工合成',
  recording_unannounced: () => '须在录音之前的步骤中说明通话会被录音',
  no_real_line: (_, field) => `不能关闭“${field}”：没有已启用的中继，无法真正拨打电话`,
  no_simulator: (_, field) => `不能启用“${field}”：本服务的网关没有模拟器，无法模拟呼叫`,
  end_passed: () => '任务的计划结束时间已过，不会再发起呼叫',
  excluded: ({ other }, field) => `${field}和${other}不能同时填写`,
  step_too_small: ({ min }, field) => `${field}在这段时间内至少为 ${min} 秒`,
  unknown_row: () => '列表已变化，请重新加载',
  unknown_event: (_, field) => `${field || '编号'}对应的事件不存在，或已不再保留`,
  not_in_task: ({ ids, more }) =>
    `不是这个任务的联系人：${list(ids)}${more === 0 ? '' : `，还有 ${more} 个`}`,
  invalid: (_, field) => `${field || '请求'}无效`,

  not_a_name: (_, field) => `${field}必须以字母开头，后接最多 39 个字母、数字、下划线或连字符`,
  not_a_key: (_, field) => `${field}只能由按键 0-9、* 和 # 组成`,
  not_a_language: (_, field) => `${field}必须是语言标记，例如 zh-CN`,
  step_unknown: ({ id }, field) => `${field}指向不存在的步骤“${id}”`,
  step_twice: ({ id }) => `有两个步骤的标识都是“${id}”`,
  step_unreachable: (_, field) => `${field}永远不会执行：没有步骤会转到这里`,
  endless_loop: ({ steps }) => `这些步骤会无休止地循环：${list(steps)}`,
  silent_loop: (_, field) => `对方不做任何操作时，${field}会无限重复`,
  field_missing: ({ name }, field) => `${field}：没有联系人有字段“${name}”，请填写替代文字：{{${name}|...}}`,
  place_malformed: (_, field) => `${field}中的大括号不是 {{name}} 或 {{name|您}} 这样的占位符`,
  result_unknown: ({ name }, field) => `${field}使用了 ${name}，但没有步骤会设置它`,
  condition_invalid: ({ problem }, field) => `${field}不是有效的条件：${problem}`,
  value_impossible: ({ name, value }, field) => `${field}：${name} 永远不会是“${value}”`,
  never_used: ({ other }, field) => `${other}为当前值时，${field}不起作用`,
  transfer_denied: ({ reason, place }, field) =>
    `${field}：不允许转接到这里（${deniedPlaces[reason] ?? denied(reason)}${place ? `：${place}` : ''}）`,
  not_a_target: (_, field) =>
    `${field}必须是 sip:user@host、tel:+8613800138000、queue:name 或 dialplan:context,extension,priority`,
  address_refused: ({ reason }, field) => `不能向${field}发送请求：${reason}`,
  not_a_socket_url: (_, field) => `${field}必须是 ws:// 或 wss:// 地址`,
  not_a_callback_time: (_, field) => `${field}必须是时间，例如 17:00、+90m 或 +2h`,
  gateway_lacks: ({ gateway, ability }, field) =>
    `${field}需要网关能够${abilities[ability] ?? ability}，而 ${gateway} 不能`,
  flow_required: (_, field) => `${field}需要通话流程：没有流程时，只能知道呼叫已接通`,

  phone_invalid: (_, field) =>
    `${field}应为 3 到 20 位数字，可以以 + 开头，数字之间可以用空格、短横线、点或括号分隔`,
  phone_decimal: (_, field) => `${field}不能带有 .0 这样的小数结尾`,
  phone_shortened: (_, field) =>
    `${field}被表格软件缩写成 1.38E+10 这样的形式，末尾数字已丢失：请填写完整号码`,
  prefix_invalid: (_, field) => `${field}应为 1 到 20 位数字，可以以 + 开头`,
  duplicate: ({ number, contactId }, field) => `${field}“${number}”已属于联系人 ${contactId}`,
  field_reserved: (_, field) => `${field}由服务设置，不能填写`,
  field_name_length: ({ min, max, name }) => `字段名必须有 ${min} 到 ${max} 个字符：“${name}”`,
  field_name_space: ({ name }) => `字段名的开头和结尾不能是空白，也不能含有 NUL 字符：“${name}”`,
  field_name_invisible: ({ name }) => `字段名必须有可见字符：“${name}”`,
  too_many_fields: ({ max }) => `一个联系人最多有 ${max} 个自定义字段`,
  fields_too_large: ({ maxBytes }) => `一个联系人的自定义字段合计最多 ${bytes(maxBytes)}`,
  too_many_field_names: ({ max }) => `一个数据源的联系人最多有 ${max} 种自定义字段`,

  file_required: () => '请选择文件',
  file_part_wrong: ({ part }) => `文件必须放在名为 file 的部分，而不是“${part}”`,
  upload_too_many_parts: () => '上传只能包含一个文件和少量其他部分',
  upload_broken: () => '上传中断，请重试',
  too_many_bytes: ({ maxBytes }) => `文件大于 ${bytes(maxBytes)}`,
  header_row_missing: ({ row }) => `文件没有第 ${row} 行`,
  sheet_unknown: ({ sheet, sheets }) => `工作簿没有工作表“${sheet}”；现有：${list(sheets)}`,
  file_empty: () => '文件为空',
  file_unknown_kind: () => '文件既不是 CSV 也不是 Excel（.xlsx）',
  file_other_kind: ({ kind }) => `文件是 ${fileKinds[kind] ?? kind}：请另存为 .xlsx 或 CSV`,
  file_old_excel: () => '文件是 Excel 2007 之前的格式（.xls）：请另存为 .xlsx 或 CSV',
  file_encrypted: () => 'Excel 文件已加密：请去掉密码后保存',
  encoding_unknown: () => '无法识别文件的编码：请选择编码，或另存为 CSV UTF-8 或 .xlsx',
  encoding_wrong: ({ encoding }) => `文件的编码不是 ${encoding}`,
  workbook_missing: () => '文件是 ZIP 压缩包，其中没有 Excel 工作簿',
  workbook_damaged: () => 'Excel 文件已损坏或不完整',
  workbook_too_many_parts: () => '工作簿的组成部分太多：请把工作表另存为 CSV',
  workbook_too_big: () => 'Excel 文件解压后太大：请把工作表另存为 CSV，或拆分后再导入',
  workbook_too_much_text: () => '工作簿的文字太多：请把工作表另存为 CSV，或拆分后再导入',
  quote_left_open: ({ line }) => `第 ${line} 行开始的引号没有在单元格结束处闭合`,
  text_after_quote: ({ row }) => `第 ${row} 行的闭合引号后面有文字`,
  too_many_rows: ({ max }) => `文件超过 ${max} 行数据：请拆分`,
  too_many_columns: ({ row, max }) => `第 ${row} 行超过 ${max} 列`,
  cell_too_long: ({ row, column, max }) => `第 ${row} 行 ${column} 列的单元格超过 ${max} 个字符`,
  row_too_long: ({ row, max }) => `第 ${row} 行超过 ${max} 个字符`,
  table_too_long: ({ max }) => `表格超过 ${max} 个字符`,
  file_too_slow: ({ seconds }) => `读取文件超过 ${seconds} 秒：请另存为 CSV，或拆分文件`,
  file_too_much_memory: ({ megabytes }) => `读取文件所需内存超过 ${megabytes} MB：请另存为 CSV，或拆分文件`,
  file_not_icalendar: ({ problem }) => `文件不是 iCalendar 文件（.ics）：${problem}`,
  event_unreadable: ({ name, problem }) => `无法读取日程“${name}”：${problem}`,
  no_events: () => '日历在读取的年份内没有日程',
  audio_unknown_kind: () => '该文件既不是 WAV、MP3，也不是 OGG',
  audio_too_long: ({ minutes }) => `音频超过 ${minutes} 分钟`,
  audio_unreadable: ({ problem }) => `无法读取该音频：${problem}`,
  calendar_too_slow: ({ seconds }) => `读取日历超过 ${seconds} 秒：其中的日程重复过于频繁`,
  title_twice: ({ title }) => `标题行有两个“${title}”`,
  title_phone_missing: ({ titles }) => `标题行没有 phoneNumber 列；现有：${list(titles)}`,

  not_found: ({ what, id }) => `${things[what] ?? what}“${id}”不存在`,
  no_flow: () => '该任务还没有通话流程',
  call_ended: () => '该呼叫已结束，无法取消',
  listening_missing: () => '该节点的网关不支持监听',
  call_elsewhere: ({ node }) => `该呼叫由节点“${node}”处理，本节点无法连接它的交换机：请打开该节点的控制台`,
  call_out_of_hand: () => '该呼叫尚未接听、已转接，或其流程由语音平台运行',
  number_denied: ({ reason }, field) => `${field}不允许呼叫：${denied(reason)}`,
  number_in_call: (_, field) => `${field}正在呼叫中，请在结束后再试`,
  trunk_off: () => '中继已停用：请启用后再测试',
  own_phones_elsewhere: () =>
    '本节点没有运行自己的 Asterisk，因此没有自己的电话：请使用未设置 GATEWAY 的拨号节点',
  phone_not_connected: () => 'Asterisk 没有响应，电话未能连接：请重试',
  asterisk_missing: ({ why }) => `Asterisk 没有运行，无法接通电话：${why}`,
  trunk_of_environment: () => '此中继由服务的环境变量 GATEWAY 设置：请在环境变量中修改',
  number_tested_often: ({ max, minutes, seconds }, field) =>
    `${field}在 ${minutes} 分钟内最多接受 ${max} 个测试呼叫，请在${duration(seconds)}后重试`,
  too_many_calls: ({ max }) => `最多同时等待 ${max} 个呼叫，请在部分呼叫结束后再试`,
  too_many_test_calls: ({ max }) => `最多同时进行 ${max} 个测试呼叫，请在其中一个结束后再试`,
  admin_not_bound: () => '管理员可访问全部数据：请选择较小的权限，或不限定数据源',
  name_reserved: () => '此名称由服务自身使用，请换一个',
  name_taken: ({ name }, field) => `${field}“${name}”已存在`,
  not_allowed: ({ operation, status, allowed }) =>
    `状态为“${statusWord(status)}”时不能${operations[operation] ?? operation}，只有状态为${allowed
      .map((each) => `“${statusWord(each)}”`)
      .join('或')}时可以`,
  last_admin_token: () => '这是最后一个 admin 令牌，请先创建另一个',
  not_empty: ({ count }) => `名单中还有 ${count} 个号码，请先移除`,
  used_by_tasks: ({ tasks, more }) =>
    `未结束的任务正在使用：${list(tasks)}${more === 0 ? '' : `，另有 ${more} 个`}`,
  used_by_trunks: ({ trunks, more }) =>
    `以下中继的来电正在使用：${list(trunks)}${more === 0 ? '' : `，另有 ${more} 条`}`,
  too_many_days: ({ max }) => `一个日历最多有 ${max} 天`,
  too_many_passkeys: ({ max }) => `最多只能有 ${max} 个通行密钥：请先移除一个`,
  too_many_webhooks: ({ max }) => `最多只能有 ${max} 个 Webhook：请先删除一个`,
  webhook_off: () => '该 Webhook 已停用，不会发送事件：请先启用',
  webhook_without_secret: () => '服务从不含密钥的备份恢复后，该 Webhook 没有密钥：请先更换密钥',
  too_many_own_phones: ({ max }) => `最多只能有 ${max} 部自己的电话：请先删除一部`,
  too_many_trunks: ({ max }) => `最多只能有 ${max} 条中继：请先删除一条`,
  recording_not_kept: ({ status }) => (status === 'pending' ? '录音尚未取回' : '录音不存在'),
  recording_elsewhere: ({ store }) => `录音保存在本节点无法读取的位置：${store}`,
  range_outside: ({ size }) => `录音只有 ${size} 字节`,
  speech_failed: ({ reason }) => `无法播报该文字：${reason}`,
  import_dialed: ({ task }) => `任务“${task}”已呼叫过这次导入的联系人，因此无法再撤销`,
  last_admin: () => '这是最后一位可以登录的管理员：请先添加另一位',
  person_has_tokens: ({ count }) => `此人有 ${count} 个访问令牌：请选择吊销，或移交给服务`,
  passkey_known: () => '此通行密钥已在使用',
  passkeys_not_here: ({ host }) =>
    `浏览器只在使用域名的 HTTPS 地址或 localhost 上支持通行密钥，${host} 不支持`,
  person_of_provider: () => '此人通过单点登录提供方登录，权限也由其决定',
  person_disabled: () => '此人已停用：请先启用',
  may_not_listen: () => '此令牌不允许监听：管理员可以创建允许监听的令牌',
  import_of_another: ({ actor }) => `这次导入由令牌“${actor}”上传：只有该令牌或管理员可以开始或取消`,
  note_of_another: ({ actor }) => `这条备注由“${actor}”填写：只有填写者可以删除`,
  import_added_nothing: () => '这次导入没有新增联系人',
  import_not_of_contacts: () => '导入禁呼名单的操作无法撤销',
  calls_live: ({ calls }) => `还有 ${calls} 个呼叫没有结束，请在结束后再试`,
  nothing_remains: () => '没有可以续呼的联系人：所有联系人都已完成',
  list_fixed: () => '这个任务只呼叫另一个任务的剩余联系人，不能呼叫之后添加的联系人',
  request_in_progress: () => '同一请求仍在执行，请稍后重发以获取结果',
  number_key_missing: () =>
    '此节点缺少服务的 number-key 文件：请从其他节点或含密钥的备份中复制，然后重启节点',
  task_not_over: ({ status }) =>
    status === 'CLOSED' || status === 'DRAFT'
      ? '这个任务的最后几通呼叫尚未结算，请稍后再试'
      : `任务状态为 ${status}：请先关闭任务，再删除`,
  import_running: ({ file }) => `正在导入文件 ${file}：请取消导入，或等待其完成`,
  recall_running: () => '这个任务之前的重呼还在进行，请稍后再试',

  header_missing: ({ header }) => `缺少请求头 ${header}`,
  header_malformed: ({ header }) => `请求头 ${header} 格式错误`,
  key_reused: () => '这个 Idempotency-Key 已用于另一个请求：每个请求请使用新的键',
  answer_not_kept: () => '请求此前已执行；其结果太长，没有保留',
  state_unknown: () => '请求中断，不确定是否已执行：请先核实，如未执行，请换用新的 Idempotency-Key 重发',
  other_site: ({ origin, host }) => `来自 ${origin} 的页面不能使用 ${host}：请用服务自己的地址打开控制台`,
  origin_missing: () => '请求带有登录 Cookie，却没有 Origin：请从控制台发送，或使用访问令牌',
  session_over: () => '登录已失效，请重新登录',
  sign_in_wrong: () => '姓名或密码错误',
  password_wrong: () => '密码错误',
  password_needed: () => '此操作需要再次输入密码或使用通行密钥',
  passkey_refused: () => '此通行密钥未被接受：请使用另一个，或使用密码',
  passkey_stale: () => '用时过长，或是在另一个浏览器中开始的：请重新开始',
  link_over: () => '此链接已使用或已过期：请索取新的链接',
  for_people: () => '此操作仅供已登录的人使用：访问令牌没有账户',
  for_tokens: () => '此操作需要访问令牌',
  sign_ins_slowed: ({ seconds }) => `登录失败次数过多，请在${duration(seconds)}后重试`,
  sign_ins_waiting: ({ seconds }) => `同时登录的人太多，请在${duration(seconds)}后重试`,
  token_invalid: () => '访问令牌未知、已过期或已吊销',
  bound_to_data_sources: () => '您只能访问部分数据源，而此操作涉及全部数据：需要由不受此限制的人执行',
  scope_missing: ({ needed, scope }) => `需要权限为 ${needed} 的令牌；当前令牌的权限为 ${scope}`,
  permission_missing: ({ needed, role }) => `需要 ${needed} 权限，而您的角色 ${role} 没有：请联系管理员`,
  signature_stale: ({ maxSeconds }) => `签名的时间与服务的时间相差超过 ${maxSeconds} 秒`,
  signature_used: () => '此前已收到过签名相同的请求',
  signature_wrong: () => '签名与请求不符',
  call_not_reached: () => '未能及时联系到处理该呼叫的节点，请重试',
  too_many_invalid_tokens: ({ seconds }) => `使用无效令牌的请求太多，请在 ${seconds} 秒后重试`,
  rate_limited: ({ seconds }) => `请求太多，请在 ${seconds} 秒后重试`,
  calls_used_up: ({ max, used, calls, seconds }) =>
    `此令牌 24 小时内最多可发起 ${max} 个呼叫，已发起 ${used} 个，还需 ${calls} 个：请在${duration(seconds)}后重试`,
  calls_above_limit: ({ max, calls }) =>
    `此令牌 24 小时内最多可发起 ${max} 个呼叫，而这里需要 ${calls} 个：请使用上限更高的令牌`,
  live_list_limited: () =>
    '此令牌有呼叫上限或国家限制，不能发布实时名单模式的任务，也不能向其名单导入大文件：请改用快照模式，或没有上限的令牌',
  country_not_allowed: ({ country, allowed }) =>
    country === ''
      ? `此令牌只能呼叫 ${list(allowed)}，而该号码的国家未知`
      : `此令牌只能呼叫 ${list(allowed)}，而该号码属于 ${country}`,
  import_countries_limited: () =>
    '此令牌只能呼叫部分国家，不能在后台导入：请使用 batchImport，或没有此限制的令牌',
  address_not_allowed: ({ address }) => `此令牌不能从 ${address} 使用`,
  admin_not_limited: () => '管理员可以呼叫所有国家：请选择其他权限范围，或不限制国家',
  not_a_network: ({ value }) => `“${value}”既不是地址，也不是 203.0.113.0/24 这样的网段`,
  too_many_at_once: ({ work: kind, running, seconds }) =>
    `已有 ${running} ${work[kind] ?? kind}，请在 ${seconds} 秒后，或其中一个结束后重试`,

  path_unknown: ({ path }) => `${path} 不存在`,
  method_not_served: ({ method, allowed }) => `此处不支持 ${method}；请使用 ${list(allowed)}`,
  body_not_json: ({ problem }) => `请求不是有效的 JSON：${problem}`,
  body_not_utf8: () => '请求不是有效的 UTF-8',
  body_too_large: ({ maxBytes }) => `请求大于 ${bytes(maxBytes)}`,
  content_length_wrong: () => '请求中断，请重试',
  media_type_unsupported: ({ expected }) => `请求必须以 ${expected} 格式发送`,
  url_malformed: () => '请求的地址无效',
  headers_too_large: () => '请求头太大',
  request_too_slow: () => '请求传输得太慢，请重试',
  request_malformed: () => '请求格式错误',

  database_unreachable: () => '目前无法连接数据库',
  database_busy: () => '数据库的连接目前都在使用中',
  database_disk_full: () => '数据库的磁盘已满',
  database_out_of_memory: () => '数据库内存不足',
  database_connections_used: () => '数据库不再接受新的连接',
  database_limit_reached: () => '数据库已达到其配置的限制',
  database_lacks_resources: () => '数据库资源不足',
  database_read_only: () => '数据库为只读',
  database_failed: () => '数据库出错：请查看服务日志',
  database_disk_failed: () => '数据库无法读写磁盘',
  database_login_refused: () => '数据库拒绝本服务登录',
  database_starting: () => '数据库正在启动或恢复',
  statement_too_slow: () => '数据库处理超时，请重试',
  lock_too_slow: () => '对同一数据的另一项修改耗时太长，请重试',
  change_lost_race: () => '同一数据刚被另一项操作修改，请重试',
  change_too_slow: () => '修改耗时太长，已撤销，请重试',
  disk_full: () => '服务的磁盘已满',
  stopping: () => '服务正在停止',
  internal_error: () => '服务内部错误：请重试，或查看服务日志',
}

function statusWord(status: string): string {
  return statuses[status] ?? status
}
