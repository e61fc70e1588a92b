/** FBA 发货向导: an order by its number, and each step to the marketplace with its file, its check and what comes back. */
import { Alert, Button, Descriptions, Flex, Input, Segmented, Steps, Tag } from 'antd'
import { useState, type ReactNode } from 'react'
import { api, ApiError } from '#platform/web/api/client.ts'
import { exportFile } from '#platform/web/api/export-file.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ByNumber } from '../by-number.tsx'
import type { Finding } from './limits.ts'
import type { GuideState } from './wire.ts'

const shipped = 6

export default function GuidePage() {
  return (
    <ByNumber
      name="fbaGuide"
      ask={(no, signal) => api.post<GuideState>('/fbaShipment/guide', { no }, { signal, quiet: true })}
      hint={t('先打开一张发往平台仓的发货单')}
    >
      {(of, again) =>
        of.isToMarketplace ? <Way of={of} onChange={again} /> : <Alert type="warning" showIcon title={t('这张发货单不是发往平台仓的')} />
      }
    </ByNumber>
  )
}

function Way({ of, onChange }: { of: GuideState; onChange: () => void }) {
  const isGone = of.state >= shipped
  const [, isPacked, isSplit] = of.steps.map(one => one === 'finish')
  const steps: readonly (readonly [string, ReactNode])[] = [
    [t('告诉平台要发什么'), <Plan key="plan" of={of} />],
    [t('装箱后核对箱规，上传箱内容'), <Boxes key="boxes" of={of} isReady={isPacked === true} />],
    [t('填写平台给的货件号，把箱子分过去'), <Split key="split" of={of} isGone={isGone} isReady={isPacked === true} onChange={onChange} />],
    [t('贴箱唛'), <p key="labels">{t('在 FBA 货件里上传平台的箱唛 PDF，按箱打印')}</p>],
    [t('回传跟踪号'), <Sheet key="track" of={of} name="fbaTrackSheet" title={t('跟踪号表')} disabled={isSplit !== true} />],
  ]
  return (
    <Steps
      orientation="vertical"
      items={steps.map(([title, content], at) => ({ title, content, status: of.steps[at] ?? 'wait' }))}
      aria-label={t('发往平台仓的步骤')}
    />
  )
}

function Sheet({
  of,
  name,
  title,
  disabled = false,
  more = {},
}: {
  of: GuideState
  name: string
  title: string
  disabled?: boolean
  more?: object
}) {
  return (
    <Button disabled={disabled} onClick={() => void exportFile(`/shippingOrder/${name}`, { id: of.id, ...more }, title)}>
      {t('下载{title}', { title })}
    </Button>
  )
}

function Plan({ of }: { of: GuideState }) {
  return (
    <>
      <p>{t('{units} 件，上传到平台“创建货件”', { units: of.units })}</p>
      {of.unlabelled > 0 && <Alert type="error" showIcon title={t('有 {n} 行没有标签（MSKU）', { n: of.unlabelled })} />}
      <Sheet of={of} name="fbaPlanSheet" title={t('货件上传表')} disabled={of.unlabelled > 0} />
    </>
  )
}

const faultTexts: Readonly<Record<Finding['fault'], () => string>> = {
  empty: () => t('空箱'),
  unmeasured: () => t('没有尺寸或重量'),
  side: () => t('边长超过限制'),
  weight: () => t('重量超过限制'),
  days: () => t('同一 MSKU 有两个失效日期'),
  heavy: () => t('要贴超重标签'),
}
function Boxes({ of, isReady }: { of: GuideState; isReady: boolean }) {
  const [unit, setUnit] = useState(1)
  const byFault = [...Map.groupBy(of.findings, one => one.fault)]
  return (
    <Flex vertical gap={8} align="start">
      <span>{of.boxes.length === 0 ? t('还没有装箱') : t('{n} 箱', { n: of.boxes.length })}</span>
      {byFault.map(([fault, all]) => (
        <Alert
          key={fault}
          showIcon
          type={all[0]?.isError === true ? 'error' : 'warning'}
          title={t('第 {boxes} 箱：{what}', { boxes: all.map(one => one.boxNo).join(', '), what: faultTexts[fault]() })}
        />
      ))}
      <Flex gap={8} wrap>
        <Segmented
          aria-label={t('单位')}
          value={unit}
          onChange={setUnit}
          options={[
            { value: 1, label: 'CM / KG' },
            { value: 2, label: 'IN / LB' },
          ]}
        />
        <Sheet of={of} name="fbaBoxSheet" title={t('箱内容表')} disabled={!isReady} more={{ unit }} />
      </Flex>
    </Flex>
  )
}

function Split({ of, isGone, isReady, onChange }: { of: GuideState; isGone: boolean; isReady: boolean; onChange: () => void }) {
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async (path: string, body: object, said: string): Promise<void> => {
    setBusy(true)
    try {
      await api.write(path, body)
      feedback.success(said)
      setText('')
      onChange()
    } catch (error) {
      // a refusal was told by the call
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Flex vertical gap={8}>
      {of.shipments.map(one => (
        <Descriptions
          key={one.id}
          size="small"
          column={{ xs: 1, sm: 3 }}
          title={<Tag color="blue">{one.no ?? t('没有货件号')}</Tag>}
          items={[
            { key: 'centre', label: t('平台仓'), children: one.centre ?? '—' },
            { key: 'boxes', label: t('箱号'), children: one.boxNos ?? '—' },
            { key: 'units', label: t('件数'), children: one.units },
          ]}
        />
      ))}
      {!isGone && (
        <>
          <Input.TextArea
            value={text}
            onChange={event => setText(event.target.value)}
            rows={3}
            disabled={!isReady}
            aria-label={t('箱号和货件号')}
            placeholder={'1-7 FBA15XK2L9QD ONT8\n8-13 FBA15XK2M0AA LBE1'}
          />
          <Flex gap={8}>
            <Button
              type="primary"
              loading={isBusy}
              disabled={!isReady || text.trim() === ''}
              onClick={() => void send('/fbaShipment/split', { id: of.id, sheet: text }, t('已分箱'))}
            >
              {t('分箱')}
            </Button>
            {of.shipments.length > 0 && (
              <Button loading={isBusy} onClick={() => void send('/fbaShipment/unsplit', { id: of.id }, t('已撤回分箱'))}>
                {t('撤回分箱')}
              </Button>
            )}
          </Flex>
        </>
      )}
    </Flex>
  )
}
