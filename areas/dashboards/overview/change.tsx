/** Why the result moved: in sentences, and as steps from what it was to what it is; a step opens its rows. */
import { theme } from 'antd'
import { useMemo } from 'react'
import type { WhyAnswer } from '#platform/declare/wire.ts'
import { add, canonical } from '#platform/format/decimal.ts'
import { Chart } from '#platform/web/chart/chart.tsx'
import { CardEmpty } from '#platform/web/cards/card-frame.tsx'
import { t } from '#platform/web/i18n/t.ts'
import type { Step } from '#platform/web/report/chart-data.ts'
import { waterfallOption } from '#platform/web/report/chart-options.ts'
import { useWhy } from '#platform/web/report/use-why.ts'
import { WhyText } from '#platform/web/report/why-text.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import { urlOf, whyQuery, type Question } from './ask.tsx'
import { Answered, Part } from './part.tsx'
import '#platform/web/report/why.css'

export function Change({ question }: { question: Question }) {
  const { go } = useShell()
  const why = useWhy(question.definition, whyQuery(question))
  const open = (measures: readonly string[], where = {}): void => {
    const url = urlOf(question, measures, where)
    if (url !== null) go(url)
  }
  return (
    <>
      <Part title={t('为什么')} width={12} height={1}>
        <Answered query={why}>
          {answer => <WhyText answer={answer} onOpen={({ measures = [], where }) => open(measures, where)} />}
        </Answered>
      </Part>
      <Part title={t('变动的组成')} width={6} height={3}>
        <Answered query={why}>{answer => <Steps answer={answer} onOpen={open} />}</Answered>
      </Part>
    </>
  )
}

/** px that the chart has */
const chartHeight = 330

function stepsOf({ of, was, now, difference, effects, against }: WhyAnswer): readonly Step[] {
  if (was === null || now === null || difference === null || effects.length === 0) return []
  const named = (name: string, title: string) => ({ name, title, kind: 'money' as const, class: 'sum' as const })
  const end = add(was, difference)
  let running = canonical(was)
  const parts = effects.map((one, at): Step => {
    const from = running
    running = add(running, one.value)
    return { measure: named(`${at}`, one.title), value: one.value, from, to: running, isTotal: false }
  })
  return [
    { measure: named('was', against), value: was, from: '0', to: was, isTotal: true },
    ...parts.filter(one => Number(one.value) !== 0),
    { measure: named('now', of.title), value: end, from: '0', to: end, isTotal: true },
  ]
}

function Steps({ answer, onOpen }: { answer: WhyAnswer; onOpen: (measures: readonly string[]) => void }) {
  const { token } = theme.useToken()
  const steps = useMemo(() => stepsOf(answer), [answer])
  const option = useMemo(() => waterfallOption(steps, 'CNY', token, chartHeight), [steps, token])
  if (steps.length === 0) return <CardEmpty text={t('没有可对比的数据')} />
  return (
    <Chart
      label={t('变动的组成')}
      option={option}
      onPick={(_series, at) => {
        const effect = answer.effects[Number(steps[at]?.measure.name)]
        onOpen(effect?.measures ?? [answer.of.measure])
      }}
    />
  )
}
