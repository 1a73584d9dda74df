// A call flow as TwiML, one document for each step that takes time: what a callee hears next is decided when the platform has
// asked for it. A call is `{ flow, result, tries }`; `result` is what Carillon wants to know in the end.

const MAX_STEPS = 200

export function beginCall(flow) {
  return { flow, result: {}, tries: 0, steps: 0 }
}

/** The document from this step on. `urlAfter` makes the address that the platform asks when a step is over. */
export function documentFrom(call, stepId, urlAfter) {
  for (let id = stepId; ; ) {
    const step = call.flow.steps.find((each) => each.id === id)
    call.steps += 1
    if (!step || call.steps > MAX_STEPS) return response('<Hangup/>')
    call.result.step = step.id
    const verbs = begin(call, step, urlAfter(step.id))
    if (verbs !== undefined) return response(verbs)
    id = nextOf(call, step)
  }
}

/** The document after a step, by what the platform says about it. */
export function documentAfter(call, stepId, form, urlAfter) {
  const step = call.flow.steps.find((each) => each.id === stepId)
  if (!step) return response('<Hangup/>')
  if (step.type === 'record' && form.get('RecordingUrl')) call.result.recordingUrl = form.get('RecordingUrl')
  // The platform asks for the next document also when the callee has hung up: nothing that comes later happened.
  if (form.get('CallStatus') === 'completed' || form.get('Digits') === 'hangup') return response('<Hangup/>')
  if (step.type === 'gather') return afterGather(call, step, form.get('Digits') ?? '', urlAfter)
  if (step.type === 'transfer') {
    const result = TRANSFERS[form.get('DialCallStatus')] ?? 'failed'
    call.result.transfer = { to: step.to, result }
    if (result === 'answered') return response('<Hangup/>')
  }
  if (step.type === 'stream') call.result.agent = 'done'
  return documentFrom(call, nextOf(call, step), urlAfter)
}

const TRANSFERS = { completed: 'answered', answered: 'answered', busy: 'busy', 'no-answer': 'no_answer' }

/** The verbs of a step that takes time; undefined if the next one follows at once. */
function begin(call, step, url) {
  const { result } = call
  switch (step.type) {
    case 'say':
    case 'play':
      return `${spoken(call, step)}${tag('Redirect', {}, escapeXml(url))}`
    case 'gather':
      call.tries = 1
      return ask(call, step, url)
    case 'transfer':
      return transfer(call, step, url)
    case 'record':
      if (step.what === 'message')
        return tag('Record', {
          action: url,
          maxLength: step.maxSeconds ?? 60,
          timeout: step.silence ?? 3,
          playBeep: step.tone ?? true,
          finishOnKey: step.endKey ?? '',
        })
      // The platform keeps it.
      return `<Start><Recording channels="dual"/></Start>${tag('Redirect', {}, escapeXml(url))}`
    case 'stream': {
      const parameters = Object.entries(step.parameters ?? {})
        .map(([name, value]) => tag('Parameter', { name, value: fill(call, value) }))
        .join('')
      return tag('Connect', { action: url }, tag('Stream', { url: step.url }, parameters))
    }
    case 'set': {
      const value = fill(call, step.value)
      if (step.field === 'callbackTime' && isTime(value)) result.callbackTime = value
      result.fields = { ...result.fields, [step.field]: value }
      return undefined
    }
    case 'optOut':
      result.optOut = step.listId
      return undefined
    case 'hangup':
      return '<Hangup/>'
    default: // branch
      return undefined
  }
}

function ask(call, step, url) {
  const { maxDigits = 1, endKey = '#', timeout = 5, interrupt = true, retryText } = step
  const said = spoken(call, call.tries > 1 && retryText ? { ...step, text: retryText } : step)
  const attributes = {
    action: url,
    input: 'dtmf',
    numDigits: maxDigits,
    finishOnKey: maxDigits > 1 ? endKey : '',
    timeout,
    // No input is an answer, too.
    actionOnEmptyResult: true,
  }
  return interrupt ? tag('Gather', attributes, said) : `${said}${tag('Gather', attributes)}`
}

function afterGather(call, step, digits, urlAfter) {
  const { keys = '0123456789', minDigits = 1, tries = 1, noInput } = step
  const isValid = digits.length >= minDigits && [...digits].every((key) => keys.includes(key))
  if (!isValid && call.tries < tries) {
    call.tries += 1
    return response(ask(call, step, urlAfter(step.id)))
  }
  call.result.digits = { ...call.result.digits, [step.id]: isValid ? digits : '' }
  const next = isValid ? undefined : noInput
  return documentFrom(call, next ?? nextOf(call, step), urlAfter)
}

function transfer(call, { to, timeout = 30 }, url) {
  const place = fill(call, to)
  const [, kind, rest] = /^(sips?|tel|queue):(.*)$/.exec(place) ?? []
  if (kind === 'queue') {
    call.result.transfer = { to: place, result: 'handed_over' }
    return tag('Enqueue', {}, escapeXml(rest))
  }
  if (kind === undefined) {
    // The platform has no dialplan.
    call.result.transfer = { to: place, result: 'failed' }
    return undefined
  }
  const leg = kind === 'tel' ? tag('Number', {}, escapeXml(rest)) : tag('Sip', {}, escapeXml(place))
  return tag('Dial', { action: url, timeout }, leg)
}

function nextOf(call, step) {
  const chosen = step.type === 'branch' ? step.cases.find(({ when }) => isTrue(when, call.result)) : undefined
  const { steps } = call.flow
  return chosen?.next ?? step.next ?? steps[steps.indexOf(step) + 1]?.id
}

const COMPARISON = /\s*(?:(and|or)\b|([\w.-]+)\s*(==|!=)\s*"((?:[^"\\]|\\.)*)")/g

/** `digits.confirm == "1" and verdict != "machine" or …`; `and` binds tighter. */
function isTrue(condition, result) {
  const groups = [[]]
  for (const [, word, path, operator, text] of condition.matchAll(COMPARISON)) {
    if (word === 'or') groups.push([])
    if (word !== undefined) continue
    const isSame = resultValue(result, path) === text.replace(/\\(.)/g, '$1')
    groups.at(-1).push(isSame === (operator === '=='))
  }
  return groups.some((group) => group.every(Boolean))
}

function resultValue(result, path) {
  const [head, ...rest] = path.split('.')
  const name = rest.join('.')
  if (head === 'digits') return result.digits?.[name] ?? ''
  if (head === 'result') return result.fields?.[name] ?? ''
  if (head === 'verdict') return result.verdict?.is ?? 'unknown'
  if (head === 'transfer') return result.transfer?.result ?? ''
  if (head === 'agent') return result.agent ?? ''
  return result.optOut === undefined ? 'no' : 'yes'
}

/** Carillon has filled in the fields of the contact; what the call itself brings is left. */
function fill({ result }, text) {
  return text.replace(
    /\{\{\s*((?:digits|result)\.[^{}|]+?)\s*(?:\|\s*([^{}]*?)\s*)?\}\}/g,
    (_, path, fallback) => resultValue(result, path) || fallback || '',
  )
}

function spoken(call, { text, audioUrl, language = call.flow.language, voice = call.flow.voice }) {
  if (text !== undefined) return tag('Say', { language, voice }, escapeXml(fill(call, text)))
  return audioUrl === undefined ? '' : tag('Play', {}, escapeXml(audioUrl))
}

function isTime(text) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text)
}

function tag(name, attributes, content = '') {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const text = given.map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`).join('')
  return content === '' ? `<${name}${text}/>` : `<${name}${text}>${content}</${name}>`
}

function response(verbs) {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`
}

function escapeXml(text) {
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (character) => entities[character])
}
