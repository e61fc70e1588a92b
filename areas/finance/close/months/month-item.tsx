/** An item of the checklist: what it lacks, who answers for it, the way to the page that mends it, and why it may be closed as it is. */
import { Button, Input, Tag } from 'antd'
import { useContext, useState, type ReactNode } from 'react'
import { api } from '#platform/web/api/client.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { ReferenceSelect } from '#platform/web/values/reference-select.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { ShellContext } from '#platform/web/page/shell-context.ts'
import type { ListedItem } from '../../base/answers.ts'

interface ItemRowProps {
  readonly month: string
  readonly item: ListedItem
  readonly sign: ReactNode
  readonly mayEdit: boolean
  /** when it was asked for */
  readonly checked: string
  readonly onChanged: () => void
}

export function ItemRow({ month, item, sign, mayEdit, checked, onChanged }: ItemRowProps) {
  const [doing, setDoing] = useState<Doing | null>(null)
  const isSaid = item.state === 'said' || item.state === 'changed'
  /** Either way the item is asked for again: somebody else may have been first. */
  const send = async (path: string, more: object): Promise<void> => {
    try {
      await api.write(path, { month, item: item.code, companyId: item.company?.id ?? '0', version: item.version, ...more })
      feedback.success(t('已保存'))
      setDoing(null)
    } finally {
      onChanged()
    }
  }
  const say = (reason: string) => ignoreShownRefusal(send('/financeMonth/sayOfItem', { isSaid: true, reason }))
  return (
    <li className="zg-month-row" data-item={item.code}>
      {sign}
      <strong title={t('{time} 检查', { time: checked })}>{item.title}</strong>
      <div className="zg-month-lacks">
        {item.company !== null && <Tag>{item.company.name ?? t('未指定公司主体')}</Tag>}
        {item.gaps.length === 0 && <span className="zg-month-quiet">{stateText(item)}</span>}
        {item.gaps.map((gap, at) => (
          <div key={gap.message} className={at === 0 ? 'zg-month-first' : undefined}>
            {gap.message} <Mend path={gap.path} name={`${item.title} ${gap.message}`} />
          </div>
        ))}
        {item.more > 0 && <div>{t('另有 {count} 处', { count: item.more })}</div>}
        {item.state === 'changed' && <div className="zg-month-quiet">{t('说明后有变化，请重新说明')}</div>}
        {isSaid && (
          <div className="zg-month-quiet">
            {t('已说明')}：{item.reason}
            {item.saidAt !== null && <> · {t('{name} 于 {time}', { name: item.saidBy, time: showInstant(item.saidAt) })}</>}
          </div>
        )}
        {doing === 'say' && <Say item={item} onSay={say} onLeave={() => setDoing(null)} />}
        {doing === 'assign' && (
          <Owner
            item={item}
            onChoose={ownerId => void ignoreShownRefusal(send('/financeMonth/assignItem', { ownerId }))}
            onLeave={() => setDoing(null)}
          />
        )}
      </div>
      <Acts
        item={item}
        mayEdit={mayEdit}
        doing={doing}
        onDo={what => setDoing(doing === what ? null : what)}
        onTakeBack={() => void ignoreShownRefusal(send('/financeMonth/sayOfItem', { isSaid: false, reason: '' }))}
      />
    </li>
  )
}

type Doing = 'say' | 'assign'
interface ActsProps extends Pick<ItemRowProps, 'item' | 'mayEdit'> {
  readonly doing: Doing | null
  readonly onDo: (what: Doing) => void
  readonly onTakeBack: () => void
}

function Acts({ item, mayEdit, doing, onDo, onTakeBack }: ActsProps) {
  const sayText = item.needs === 'look' && item.gaps.length === 0 ? t('已复核') : t('说明')
  const maySay = mayEdit && item.needs !== 'clean' && (item.state === 'open' || item.state === 'changed')
  return (
    <div className="zg-month-acts">
      {mayEdit ? (
        <Button type="link" size="small" aria-label={`${ownerText(item)}, ${t('指定负责人')} ${item.title}`} onClick={() => onDo('assign')}>
          {ownerText(item)}
        </Button>
      ) : (
        <span className="zg-month-quiet">{ownerText(item)}</span>
      )}
      {item.gaps.length === 0 && <Mend path={item.path} name={item.title} />}
      {maySay && (
        <Button
          type="link"
          size="small"
          aria-label={`${sayText} ${item.title}`}
          aria-expanded={doing === 'say'}
          onClick={() => onDo('say')}
        >
          {sayText}
        </Button>
      )}
      {mayEdit && (item.state === 'said' || item.state === 'changed') && (
        <Button type="link" size="small" aria-label={`${t('撤回说明')} ${item.title}`} onClick={onTakeBack}>
          {t('撤回说明')}
        </Button>
      )}
    </div>
  )
}

const stateText = ({ state, needs }: ListedItem): string =>
  state === 'clean' ? t('没有缺口') : state === 'said' ? t('已说明') : needs === 'look' ? t('待复核') : t('待处理')

function ownerText({ owner }: ListedItem): string {
  if (owner === null) return t('未指定负责人')
  if (owner.left === null) return owner.name
  return owner.name === ''
    ? t('{left} 已离职，由结账人负责', { left: owner.left })
    : t('{name}（{left} 已离职）', { left: owner.left, name: owner.name })
}

/** The way to the page that mends it, where the person has that page. */
export function Mend({ path, name }: { path: string; name: string }) {
  const shell = useContext(ShellContext)
  if (shell?.routes.some(route => route.menu.path === path) !== true) return null
  return (
    <Button type="link" size="small" aria-label={`${t('去处理')} ${name}`} onClick={() => shell.open(path)}>
      {t('去处理')}
    </Button>
  )
}

interface SayProps {
  readonly item: ListedItem
  readonly onSay: (reason: string) => unknown
  readonly onLeave: () => void
}

function Say({ item, onSay, onLeave }: SayProps) {
  const [reason, setReason] = useState(item.state === 'changed' ? item.reason : '')
  const label = item.gaps.length > 0 ? t('为什么可以结账') : t('复核说明')
  const isEmpty = reason.trim() === ''
  return (
    <form
      className="zg-month-say"
      onSubmit={event => {
        event.preventDefault()
        if (!isEmpty) onSay(reason)
      }}
    >
      <Input
        autoFocus
        aria-label={label}
        placeholder={label}
        maxLength={300}
        value={reason}
        onChange={event => setReason(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && onLeave()}
      />
      <Button type="primary" htmlType="submit" disabled={isEmpty}>
        {t('确定')}
      </Button>
      <Button onClick={onLeave}>{t('取消')}</Button>
    </form>
  )
}

interface OwnerProps {
  readonly item: ListedItem
  readonly onChoose: (id: string | null) => void
  readonly onLeave: () => void
}

const Owner = ({ item, onChoose, onLeave }: OwnerProps) => (
  <div className="zg-month-say">
    <ReferenceSelect
      target="employee"
      where={{ status: '1' }}
      value={item.owner?.left === null ? item.owner.id : null}
      onChange={([id]) => onChoose(id ?? null)}
      aria-label={t('{item}的负责人', { item: item.title })}
      style={{ width: 240 }}
    />
    <Button onClick={onLeave}>{t('取消')}</Button>
  </div>
)
