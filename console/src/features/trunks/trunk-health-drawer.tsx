import type { Schemas } from '@carillon/client'
import { answerWords } from '@carillon/server/words/sip-answers'
import { outcomeSentence, type TrunkOutcomeFacts, trunkTestWords } from '@carillon/server/words/trunk-tests'
import { Drawer, Skeleton, Stack, Text, Title } from '@mantine/core'
import { wallMilliseconds } from '../../language/format.ts'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { LiveChart } from '../../parts/charts/live-chart.tsx'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { StatusBadge, type Tone } from '../../parts/status-badge.tsx'
import { useApiQuery } from '../../session/api-hooks.ts'
import { type Condition, stateTones } from './trunk-state.tsx'
import type { Trunk } from './trunk-values.ts'
import { trunkMessages } from './trunks.messages.ts'

type History = Schemas['TrunkHistory']
type Node = Condition['nodes'][number]
type Media = NonNullable<Node['media']>
type Bucket = History['buckets'][number]

const REFETCH_MS = 30_000

interface TrunkHealthDrawerProps {
  trunk: Trunk
  condition: Condition | undefined
  onClose(): void
}

/** How a trunk is on each node, what came of its calls in the last day, and what the carrier answered. */
export function TrunkHealthDrawer({ trunk, condition, onClose }: TrunkHealthDrawerProps) {
  const { health: t } = useMessages(trunkMessages)
  const { data, error, refetch } = useApiQuery(
    '/api/trunk/{id}/health',
    { params: { path: { id: trunk.id } } },
    { refetchEveryMs: REFETCH_MS },
  )
  return (
    <Drawer opened onClose={onClose} title={t.title(trunk.name)} position="right" size={560}>
      <Stack gap="lg">
        {condition && <TrunkNodes nodes={condition.nodes} />}
        {error && !data && <ErrorState error={error} onRetry={refetch} />}
        {!error && !data && <Skeleton h={200} />}
        {data && <TrunkCalls history={data} />}
      </Stack>
    </Drawer>
  )
}

export function TrunkNodes({ nodes }: { nodes: Node[] }) {
  const { health: t } = useMessages(trunkMessages)
  const { states } = useMessages(trunkTestWords)
  const { language } = useLanguage()
  const format = useFormat()
  return (
    <section>
      <Title order={3} size="sm">
        {t.now}
      </Title>
      {nodes.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noNodes}
        </Text>
      )}
      <ul className="plain-list trunk-steps" aria-label={t.now}>
        {nodes.map(({ node, state, code, facts, message, ...seen }) => (
          <li key={node}>
            <div className="trunk-step">
              <StatusBadge tone={stateTones[state]}>{states[state]}</StatusBadge>
              <Text size="xs" c="dimmed" span style={{ overflowWrap: 'anywhere' }}>
                {t.onNode(node)}
              </Text>
            </div>
            {code !== null && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {outcomeSentence(code, facts as TrunkOutcomeFacts, language) ?? message}
              </Text>
            )}
            <Text size="sm">
              {[
                seen.roundTripMs !== null && t.roundTrip(format.number(seen.roundTripMs, 0)),
                seen.liveCalls !== null && t.liveCalls(seen.liveCalls),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {seen.media && <Sound media={seen.media} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Beyond these, callees notice it. */
function judgeSound({ loss, jitterMs, mes }: Media): { tone: Tone; word: 'good' | 'fair' | 'poor' } {
  if (loss > 0.03 || jitterMs > 50 || (mes !== null && mes < 60)) return { tone: 'bad', word: 'poor' }
  if (loss > 0.01 || jitterMs > 30 || (mes !== null && mes < 80)) return { tone: 'warn', word: 'fair' }
  return { tone: 'good', word: 'good' }
}

function Sound({ media }: { media: Media }) {
  const { health: t } = useMessages(trunkMessages)
  const format = useFormat()
  const { tone, word } = judgeSound(media)
  return (
    <div className="trunk-step">
      <StatusBadge tone={tone}>{t.sound[word]}</StatusBadge>
      <Text size="sm" span>
        {t.media(
          format.percent(media.loss),
          format.number(media.jitterMs, 0),
          media.mes === null ? undefined : format.number(media.mes, 0),
        )}
      </Text>
    </div>
  )
}

/** Of all calls whose sound was measured. */
function meanOf(buckets: readonly Bucket[]): Media | undefined {
  const measured = buckets.flatMap(({ media }) => media ?? [])
  const calls = measured.reduce((total, media) => total + media.calls, 0)
  if (calls === 0) return undefined
  const mean = (of: readonly Media[], value: (media: Media) => number) =>
    of.reduce((total, media) => total + value(media) * media.calls, 0) /
    of.reduce((total, media) => total + media.calls, 0)
  const scored = measured.filter(({ mes }) => mes !== null)
  return {
    ...{
      calls,
      loss: mean(measured, ({ loss }) => loss),
      jitterMs: mean(measured, ({ jitterMs }) => jitterMs),
    },
    mes: scored.length === 0 ? null : mean(scored, ({ mes }) => mes ?? 0),
  }
}

export function TrunkCalls({ history: { buckets, step, answers } }: { history: History }) {
  const { health: t } = useMessages(trunkMessages)
  const { language } = useLanguage()
  const format = useFormat()
  const sum = (name: 'calls' | 'answered' | 'shortCalls') =>
    buckets.reduce((total, bucket) => total + bucket[name], 0)
  const [calls, answered, shortCalls] = [sum('calls'), sum('answered'), sum('shortCalls')]
  const media = meanOf(buckets)
  const rate = calls === 0 ? t.noCalls : format.percent(answered / calls)
  return (
    <>
      <section>
        <Title order={3} size="sm">
          {t.lastDay}
        </Title>
        <Text size="sm">{calls === 0 ? t.noCalls : t.summary(calls, rate, shortCalls)}</Text>
        {media && <Sound media={media} />}
        <LiveChart
          label={t.chartLabel(rate)}
          times={buckets.map(({ time }) => wallMilliseconds(time))}
          stepSeconds={step}
          isWhole
          isStacked
          series={[
            {
              ...{ label: t.answered, tone: 'good', total: format.number(answered) },
              values: buckets.map((bucket) => bucket.answered),
            },
            {
              ...{ label: t.notAnswered, tone: 'idle', total: format.number(calls - answered) },
              values: buckets.map((bucket) => bucket.calls - bucket.answered),
            },
          ]}
        />
        {media && (
          <LiveChart
            label={t.lossLabel(format.percent(media.loss))}
            times={buckets.map(({ time }) => wallMilliseconds(time))}
            stepSeconds={step}
            height={90}
            formatValue={format.percent}
            series={[
              {
                ...{ label: t.loss, tone: 'warn', total: format.percent(media.loss), isFilled: true },
                values: buckets.map((bucket) => bucket.media?.loss ?? null),
              },
            ]}
          />
        )}
      </section>
      {answers.length > 0 && (
        <section>
          <Title order={3} size="sm">
            {t.answers}
          </Title>
          <ul className="plain-list">
            {answers.map(({ sipStatus, calls: times, lastTime }) => (
              <li key={sipStatus}>
                <Text size="sm" span>
                  {t.answer(sipStatus, answerWords(sipStatus, language).means, times)}{' '}
                </Text>
                <Text size="xs" c="dimmed" span>
                  {t.lastSeen(format.shortTime(lastTime))}
                </Text>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
