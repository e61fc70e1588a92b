/** 仪表盘: one's own and those shared with one's roles; arranged, filtered, shared, and on a wall one after the other. */
import { feedback } from '#platform/web/api/feedback.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { EllipsisOutlined } from '@ant-design/icons'
import { App, Button, Dropdown, Empty, Form, Input, InputNumber, Select } from 'antd'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Dashboard, DashboardCard, DashboardContent, DashboardFilter, DashboardsAnswer } from '#platform/declare/wire-dashboards.ts'
import { api } from '#platform/web/api/client.ts'
import { CardFailed } from '#platform/web/cards/card-frame.tsx'
import { homeCardsKey } from '#platform/web/cards/use-home-cards.ts'
import { t } from '#platform/web/i18n/t.ts'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { RowsLoading } from '#platform/web/values/list-notices.tsx'
import { useIsMobile } from '#platform/web/page/use-is-mobile.ts'
import { TabModal } from '#platform/web/page/tab-modal.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import { CardDialog } from './card-dialog.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Grid } from './grid.tsx'
import { ListCardDialog } from './list-card-dialog.tsx'
import './dashboards.css'
import '#platform/web/home/home.css'
import '#platform/web/table/list.css'

const listPath = '/dashboard/list'
const listKey = ['dashboards']

export default function DashboardsPage() {
  // the frame stays while dashboards take turns in it: what fills a screen must not be taken away
  const place = useRef<HTMLDivElement>(null)
  const [id, setId] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [...listKey, id],
    queryFn: ({ signal }) => api.get<DashboardsAnswer>(listPath, id === null ? {} : { id }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
  const isWall = useWall(place, data?.dashboard ?? null, data?.list ?? none, setId)
  return (
    <div className="zg-dashboards" ref={place}>
      {data === undefined &&
        (error === null ? (
          <RowsLoading />
        ) : (
          // of one that is gone, the first of those that are there
          <CardFailed error={error} onRetry={() => (id === null ? void refetch() : setId(null))} />
        ))}
      {data !== undefined && (
        <Board key={data.dashboard?.id ?? 'none'} answer={data} failed={error} isWall={isWall} place={place} onOpen={setId} />
      )}
    </div>
  )
}

const none: DashboardsAnswer['list'] = []

interface BoardProps {
  readonly answer: DashboardsAnswer
  /** another one could not be opened */
  readonly failed: Error | null
  readonly isWall: boolean
  readonly place: { readonly current: HTMLElement | null }
  readonly onOpen: (id: string | null) => void
}

interface Named {
  readonly name: string
  readonly roleIds: readonly string[]
  readonly seconds?: number | null
}

const empty: DashboardContent = { cards: [], filter: {}, seconds: null }
const contentOf = ({ cards, filter, seconds }: DashboardContent): DashboardContent => ({ cards, filter, seconds })
const nextKey = (cards: readonly DashboardCard[]): string =>
  `c${1 + Math.max(0, ...cards.map(({ key }) => Number(/\d+$/.exec(key)?.[0] ?? 0)))}`

const withCard = (cards: readonly DashboardCard[], card: DashboardCard): readonly DashboardCard[] =>
  cards.some(one => one.key === card.key) ? cards.map(one => (one.key === card.key ? card : one)) : [...cards, card]

/** Saves, shows what the server keeps, and answers its id. */
function useKeep() {
  const client = useQueryClient()
  return async (body: Named & DashboardContent & { readonly id?: string; readonly version?: number }): Promise<string> => {
    const { id } = await api.write<{ id: string }>('/dashboard/keep', body)
    await client.invalidateQueries({ queryKey: listKey })
    return id
  }
}

type Naming = 'new' | 'settings' | 'copy' | null

/** What is done with the dashboard that is open. `onSaved`: it is looked at again. */
function useActions(dashboard: Dashboard | null, onOpen: (id: string | null) => void, onSaved: () => void) {
  const client = useQueryClient()
  const keep = useKeep()
  const save = async (change: Partial<Named & DashboardContent>): Promise<void> => {
    if (dashboard === null) return
    const { id, version, name, roleIds } = dashboard
    await keep({ id, version, name, roleIds, ...contentOf(dashboard), ...change })
    onSaved()
  }
  const named = async (naming: Naming, values: Named): Promise<void> => {
    const seconds = values.seconds ?? null
    if (naming === 'settings') await save({ ...values, seconds })
    else onOpen(await keep({ ...(naming === 'copy' && dashboard !== null ? contentOf(dashboard) : empty), ...values, seconds }))
  }
  const toHome = async ({ key: _key, ...card }: DashboardCard): Promise<void> => {
    await api.write('/homeCard/add', { card: { ...card, key: 'new' } })
    await client.invalidateQueries({ queryKey: homeCardsKey })
    feedback.success(t('已放到首页'))
  }
  const remove = async (): Promise<void> => {
    await api.write('/dashboard/delete', { id: dashboard?.id })
    onOpen(null)
    await client.invalidateQueries({ queryKey: listKey })
  }
  return { save, named, toHome, remove }
}

function Board({ answer: { list, roles, dashboard }, failed, isWall, place, onOpen }: BoardProps) {
  const { menu } = usePage()
  // null: it is looked at as it is kept
  const [cards, setCards] = useState<readonly DashboardCard[] | null>(null)
  const [filter, setFilter] = useState<DashboardFilter>(dashboard?.filter ?? {})
  const [edited, setEdited] = useState<DashboardCard | 'new' | 'newList' | null>(null)
  const [naming, setNaming] = useState<Naming>(null)
  const shown = cards ?? dashboard?.cards ?? []
  const { save, named, toHome, remove } = useActions(dashboard, onOpen, () => setCards(null))
  return (
    <>
      <div className="zg-dash-bar">
        <h1>{isWall ? dashboard?.name : menu.meta.title}</h1>
        {!isWall && (
          <Choice list={list} dashboard={dashboard} onOpen={onOpen}>
            {cards === null && <FilterBar cards={shown} filter={filter} onFilter={setFilter} />}
          </Choice>
        )}
        {!isWall && cards === null && (
          <Tools
            dashboard={dashboard}
            onEdit={() => setCards(dashboard?.cards ?? [])}
            onName={setNaming}
            onWall={() => void place.current?.requestFullscreen()}
            onRemove={() => void ignoreShownRefusal(remove())}
          />
        )}
        {!isWall && cards !== null && (
          <EditTools
            onAdd={() => setEdited('new')}
            onAddList={() => setEdited('newList')}
            onCancel={() => setCards(null)}
            onSave={() => void ignoreShownRefusal(save({ cards }))}
          />
        )}
      </div>
      {failed !== null && <CardFailed error={failed} onRetry={() => onOpen(null)} />}
      {shown.length === 0 ? (
        <NoCards isBoard={dashboard !== null} />
      ) : (
        <Grid
          cards={shown}
          filter={filter}
          onCards={cards === null ? null : setCards}
          onEdit={setEdited}
          onHome={card => void ignoreShownRefusal(toHome(card))}
        />
      )}
      {edited !== null && (
        <Edited edited={edited} newKey={nextKey(shown)} onClose={() => setEdited(null)} onDone={card => setCards(withCard(shown, card))} />
      )}
      {naming !== null && (
        <NamingDialog
          what={naming}
          dashboard={dashboard}
          roles={roles}
          onSave={values => named(naming, values)}
          onClose={() => setNaming(null)}
          onFilter={() => void ignoreShownRefusal(save({ filter }))}
        />
      )}
    </>
  )
}

interface EditedProps {
  readonly edited: DashboardCard | 'new' | 'newList'
  readonly newKey: string
  readonly onClose: () => void
  readonly onDone: (card: DashboardCard) => void
}

function Edited({ edited, ...props }: EditedProps) {
  const card = typeof edited === 'string' ? null : edited
  const isList = edited === 'newList' || card?.page !== undefined
  return isList ? <ListCardDialog card={card} {...props} /> : <CardDialog card={card} {...props} />
}

const EditTools = ({ onAdd, onAddList, onCancel, onSave }: Readonly<Record<'onAdd' | 'onAddList' | 'onCancel' | 'onSave', () => void>>) => (
  <>
    <Button onClick={onAdd}>{t('添加卡片')}</Button>
    <Button onClick={onAddList}>{t('添加列表卡片')}</Button>
    <Button onClick={onCancel}>{t('取消')}</Button>
    <Button type="primary" onClick={onSave}>
      {t('保存')}
    </Button>
  </>
)

const NoCards = ({ isBoard }: { readonly isBoard: boolean }) => (
  <Empty
    image={Empty.PRESENTED_IMAGE_SIMPLE}
    description={isBoard ? t('还没有卡片，点“编辑”添加') : t('还没有仪表盘，新建一个，或请同事与您的角色共享')}
  />
)

function Choice({
  list,
  dashboard,
  onOpen,
  children,
}: Pick<BoardProps, 'onOpen'> & Pick<DashboardsAnswer, 'list' | 'dashboard'> & { readonly children: ReactNode }) {
  return (
    <>
      <Select
        aria-label={t('选择仪表盘')}
        placeholder={t('选择仪表盘')}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        value={dashboard?.id ?? null}
        options={list.map(one => ({ value: one.id, label: one.isOwn ? one.name : t('{name}（共享）', { name: one.name }) }))}
        onChange={(next: string) => onOpen(next)}
      />
      {children}
      <span className="zg-dash-space" />
    </>
  )
}

interface ToolsProps {
  readonly dashboard: Dashboard | null
  readonly onEdit: () => void
  readonly onName: (what: 'new' | 'settings' | 'copy') => void
  readonly onWall: () => void
  readonly onRemove: () => void
}

/** A button each; on a phone behind one. */
function Tools({ dashboard, onEdit, onName, onWall, onRemove }: ToolsProps) {
  const isMobile = useIsMobile()
  const { modal } = App.useApp()
  const ask = (name: string): void =>
    askFirst(modal, { loses: true, title: t('删除“{name}”？', { name }), okText: t('删除'), onOk: onRemove })
  const tools = [
    ...(dashboard !== null && dashboard.isOwn
      ? [
          { key: 'edit', label: t('编辑'), onClick: onEdit },
          { key: 'settings', label: t('设置和共享'), onClick: () => onName('settings') },
          { key: 'remove', label: t('删除'), onClick: () => ask(dashboard.name) },
        ]
      : []),
    ...(dashboard === null
      ? []
      : [
          { key: 'copy', label: t('复制'), onClick: () => onName('copy') },
          { key: 'wall', label: t('大屏'), onClick: onWall },
        ]),
  ]
  const create = { key: 'new', label: t('新建仪表盘'), onClick: () => onName('new') }
  if (isMobile && tools.length > 0)
    return (
      <Dropdown trigger={['click']} menu={{ items: [...tools, create] }}>
        <Button icon={<EllipsisOutlined aria-hidden />} aria-label={t('更多')} />
      </Dropdown>
    )
  return (
    <>
      {tools.map(({ key, label, onClick }) => (
        <Button key={key} onClick={onClick}>
          {label}
        </Button>
      ))}
      <Button type="primary" onClick={create.onClick}>
        {create.label}
      </Button>
    </>
  )
}

interface NamingProps extends Pick<NameDialogProps, 'roles' | 'onSave' | 'onClose'> {
  readonly what: 'new' | 'settings' | 'copy'
  readonly dashboard: Dashboard | null
  readonly onFilter: () => void
}

function NamingDialog({ what, dashboard, onFilter, ...rest }: NamingProps) {
  const titles = { new: t('新建仪表盘'), settings: t('设置和共享'), copy: t('复制') }
  const initial =
    what === 'new' || dashboard === null
      ? { name: '', roleIds: [] }
      : what === 'copy'
        ? { name: dashboard.name, roleIds: [] }
        : { name: dashboard.name, roleIds: dashboard.roleIds, seconds: dashboard.seconds }
  return <NameDialog title={titles[what]} initial={initial} onFilter={what === 'settings' ? onFilter : null} {...rest} />
}

interface NameDialogProps {
  readonly title: string
  readonly initial: Named
  readonly roles: DashboardsAnswer['roles']
  readonly onSave: (values: Named) => Promise<unknown>
  readonly onClose: () => void
  /** keeps the filter as it is now; null: nothing is kept yet */
  readonly onFilter: (() => void) | null
}

function NameDialog({ title, initial, roles, onSave, onClose, onFilter }: NameDialogProps) {
  const [form] = Form.useForm<Named>()
  const [isBusy, setBusy] = useState(false)
  const finish = async (values: Named): Promise<void> => {
    setBusy(true)
    await ignoreShownRefusal(onSave(values).then(onClose))
    setBusy(false)
  }
  return (
    <TabModal open title={title} okText={t('保存')} okButtonProps={{ loading: isBusy }} onOk={() => form.submit()} onCancel={onClose}>
      <Form<Named> form={form} layout="vertical" initialValues={initial} onFinish={values => void finish(values)}>
        <Form.Item name="name" label={t('名称')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="roleIds" label={t('共享给角色')} extra={t('每个人按自己的数据权限看数字')}>
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={roles.map(one => ({ value: one.id, label: one.name }))}
            notFoundContent={t('没有可以共享的角色')}
          />
        </Form.Item>
        <Form.Item name="seconds" label={t('大屏轮播秒数')} extra={t('留空则不轮播')}>
          <InputNumber controls={false} min={5} max={3600} precision={0} />
        </Form.Item>
        {onFilter !== null && <Button onClick={onFilter}>{t('把当前筛选存为默认')}</Button>}
      </Form>
    </TabModal>
  )
}

/** figures of a wall are asked again */
const wallMs = 60_000

/** Whether this page fills the screen; dashboards then take turns, and their figures stay fresh. */
function useWall(
  place: { readonly current: HTMLElement | null },
  dashboard: Dashboard | null,
  list: DashboardsAnswer['list'],
  onOpen: (id: string) => void,
): boolean {
  const client = useQueryClient()
  const [isWall, setWall] = useState(false)
  useEffect(() => {
    const heard = (): void => setWall(place.current !== null && document.fullscreenElement === place.current)
    document.addEventListener('fullscreenchange', heard)
    return () => document.removeEventListener('fullscreenchange', heard)
  }, [place])
  const next = useCallback((): void => {
    const at = list.findIndex(one => one.id === dashboard?.id)
    const following = list[(at + 1) % list.length]
    if (following !== undefined && following.id !== dashboard?.id) onOpen(following.id)
  }, [dashboard?.id, list, onOpen])
  const seconds = dashboard?.seconds ?? null
  useEffect(() => {
    if (!isWall) return
    const fresh = setInterval(() => void client.invalidateQueries({ queryKey: ['report'] }), wallMs)
    const turn = seconds === null ? null : setInterval(next, seconds * 1_000)
    return () => {
      clearInterval(fresh)
      if (turn !== null) clearInterval(turn)
    }
  }, [client, isWall, next, seconds])
  return isWall
}
