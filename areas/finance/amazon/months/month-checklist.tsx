/** The checklist of a month: each item with what it lacks, who answers for it, and what somebody said of it. */
import { CheckCircleOutlined, ExclamationCircleOutlined, StopOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Modal, Space, Tag } from 'antd'
import { useContext, useState } from 'react'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/list/ignore-shown-refusal.ts'
import { ReferenceSelect } from '#platform/web/list/reference-select.tsx'
import { showInstant } from '#platform/web/list/value.ts'
import { ShellContext } from '#platform/web/shell/shell-context.ts'
import type { ListedItem } from '../answers.ts'

interface Asked {
  readonly item: ListedItem
  readonly what: 'say' | 'assign'
}

const keyOf = ({ code, company }: ListedItem): string => `${code} ${company?.id ?? ''}`

export const isSettled = ({ state }: Pick<ListedItem, 'state'>): boolean => state === 'clean' || state === 'said'

export function Checklist({ month, items, mayEdit }: { month: string; items: readonly ListedItem[]; mayEdit: boolean }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const send = async (path: string, item: ListedItem, more: object): Promise<void> => {
    const body = { month, item: item.code, companyId: item.company?.id ?? '0', version: item.version, ...more }
    try {
      await api.write(path, body)
      feedback.success(t('已保存'))
      setAsked(null)
    } finally {
      await client.invalidateQueries({ queryKey: ['list', 'financeMonth', 'months'] })
    }
  }
  const done = items.filter(isSettled).length
  return (
    <section aria-label={t('结账清单')}>
      <h3>
        {t('结账清单')} <span className="zg-month-done">{t('{done} / {all} 项已完成', { done, all: items.length })}</span>
      </h3>
      <ul className="zg-month-items">
        {items.map(item => (
          <Item
            key={keyOf(item)}
            item={item}
            mayEdit={mayEdit}
            onAsk={what => setAsked({ item, what })}
            onOpen={() => ignoreShownRefusal(send('/financeMonth/sayOfItem', item, { isSaid: false, reason: '' }))}
          />
        ))}
      </ul>
      {asked?.what === 'say' && (
        <Say
          item={asked.item}
          onCancel={() => setAsked(null)}
          onSay={reason => ignoreShownRefusal(send('/financeMonth/sayOfItem', asked.item, { isSaid: true, reason }))}
        />
      )}
      {asked?.what === 'assign' && (
        <Assign
          item={asked.item}
          onCancel={() => setAsked(null)}
          onAssign={ownerId => ignoreShownRefusal(send('/financeMonth/assignItem', asked.item, { ownerId }))}
        />
      )}
    </section>
  )
}

const Sign = ({ state, needs }: Pick<ListedItem, 'state' | 'needs'>) =>
  state === 'clean' || state === 'said' ? (
    <CheckCircleOutlined aria-hidden className="zg-month-good" />
  ) : needs === 'clean' ? (
    <StopOutlined aria-hidden className="zg-negative" />
  ) : (
    <ExclamationCircleOutlined aria-hidden />
  )

function stateText({ state, needs }: ListedItem): string {
  if (state === 'clean') return t('没有缺口')
  if (state === 'said') return t('已确认')
  if (state === 'changed') return t('确认后有变化，请重新确认')
  return needs === 'look' ? t('待复核') : needs === 'clean' ? t('必须处理') : t('待处理或说明')
}

interface ItemProps {
  readonly item: ListedItem
  readonly mayEdit: boolean
  readonly onAsk: (what: Asked['what']) => void
  readonly onOpen: () => unknown
}

function Item({ item, mayEdit, onAsk, onOpen }: ItemProps) {
  const { owner } = item
  const isSaid = item.state === 'said' || item.state === 'changed'
  return (
    <li>
      <div className="zg-month-item">
        <Sign state={item.state} needs={item.needs} />
        <strong>{item.title}</strong>
        {item.company !== null && <Tag>{item.company.name ?? t('未指定公司主体')}</Tag>}
        <span className="zg-month-state">{stateText(item)}</span>
      </div>
      {item.gaps.length > 0 && (
        <ul className="zg-month-gaps">
          {item.gaps.map(gap => (
            <li key={gap.message}>
              <span>{gap.message}</span>
              <Mend path={gap.path} name={`${item.title} ${gap.message}`} />
            </li>
          ))}
          {item.more > 0 && <li>{t('另有 {count} 处', { count: item.more })}</li>}
        </ul>
      )}
      {isSaid && (
        <p className="zg-month-said">
          {item.reason}
          {item.saidAt !== null && <> · {t('{name} 于 {time} 确认', { name: item.saidBy, time: showInstant(item.saidAt) })}</>}
        </p>
      )}
      <Space size="small" wrap className="zg-month-actions">
        <span>
          {owner === null
            ? t('未指定负责人')
            : owner.left === null
              ? t('由 {name} 负责', { name: owner.name })
              : owner.name === ''
                ? t('负责人 {left} 已离职，由结账人负责', { left: owner.left })
                : t('负责人 {left} 已离职，由 {name} 负责', { left: owner.left, name: owner.name })}
        </span>
        {mayEdit && (
          <Button type="link" size="small" aria-label={`${t('指定负责人')} ${item.title}`} onClick={() => onAsk('assign')}>
            {t('指定负责人')}
          </Button>
        )}
        {item.gaps.length === 0 && <Mend path={item.path} name={item.title} />}
        {mayEdit && item.needs !== 'clean' && (item.state === 'open' || item.state === 'changed') && (
          <Button type="link" size="small" aria-label={`${t('确认')} ${item.title}`} onClick={() => onAsk('say')}>
            {item.needs === 'look' && item.gaps.length === 0 ? t('已复核') : t('说明后放行')}
          </Button>
        )}
        {mayEdit && isSaid && (
          <Button type="link" size="small" aria-label={`${t('撤回确认')} ${item.title}`} onClick={onOpen}>
            {t('撤回确认')}
          </Button>
        )}
      </Space>
    </li>
  )
}

/** The way to the page that mends it, where the person has that page. */
function Mend({ path, name }: { path: string; name: string }) {
  const shell = useContext(ShellContext)
  if (shell?.routes.some(route => route.menu.path === path) !== true) return null
  return (
    <Button type="link" size="small" aria-label={`${t('去处理')} ${name}`} onClick={() => shell.open(path)}>
      {t('去处理')}
    </Button>
  )
}

function Say({ item, onCancel, onSay }: { item: ListedItem; onCancel: () => void; onSay: (reason: string) => unknown }) {
  const [form] = Form.useForm<{ reason: string }>()
  return (
    <Modal
      open
      title={item.title}
      okText={t('确认')}
      onCancel={onCancel}
      onOk={() =>
        void form.validateFields().then(
          ({ reason }) => onSay(reason),
          () => undefined,
        )
      }
    >
      {item.gaps.length > 0 && (
        <ul>
          {item.gaps.map(gap => (
            <li key={gap.message}>{gap.message}</li>
          ))}
        </ul>
      )}
      <Form form={form} layout="vertical">
        <Form.Item
          name="reason"
          label={item.gaps.length > 0 ? t('为什么可以结账') : t('复核说明')}
          rules={[{ required: true, whitespace: true, message: t('请填写说明') }]}
        >
          <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

function Assign({ item, onCancel, onAssign }: { item: ListedItem; onCancel: () => void; onAssign: (id: string | null) => unknown }) {
  const [owner, setOwner] = useState<string | null>(item.owner?.left === null ? item.owner.id : null)
  return (
    <Modal open title={t('{item}的负责人', { item: item.title })} okText={t('确定')} onCancel={onCancel} onOk={() => onAssign(owner)}>
      <ReferenceSelect
        target="employee"
        where={{ status: '1' }}
        value={owner}
        onChange={([id]) => setOwner(id ?? null)}
        aria-label={t('清单负责人')}
        style={{ width: '100%' }}
      />
    </Modal>
  )
}
