/** Every filter: below its button, open in the drawer, chosen; search box, tabs, the bar as a whole. */
import { useState } from 'react'
import { FilterControl } from '../filters/filter-control.tsx'
import ListPage from '../list/list-page.tsx'
import { menuNode } from './mock-api.ts'
import { filterFields } from './filter-definitions.ts'
import { Specimen } from './section.tsx'
import '../table/list.css'

const chosen: Readonly<Record<string, string>> = {
  title: '台灯',
  isOpen: '1',
  grade: '2',
  colour: '1,3',
  label: '2,4',
  kind: '3,5,7',
  buyerId: '1',
  productId: '11,21',
  sentOn: 'LAST_30_DAYS',
  month: '2026-09,2026-11',
  dueOn: '2026-11-30',
  total: '100,500',
}

function All({ open, first }: { open: boolean; first: Readonly<Record<string, string>> }) {
  const [values, setValues] = useState(first)
  return (
    <div className={open ? 'zg-filter-drawer zg-gallery-drawer' : 'zg-gallery-filters'}>
      {filterFields.map(field => (
        <FilterControl
          key={field.field}
          field={field}
          value={values[field.field] ?? ''}
          open={open}
          onChange={value => setValues({ ...values, [field.field]: value })}
        />
      ))}
    </div>
  )
}

const menu = (title: string) => menuNode('/list', title, 'list/x')

export function Filters() {
  return (
    <>
      <Specimen title="筛选栏里，未选择">
        <All open={false} first={{}} />
      </Specimen>
      <Specimen title="筛选栏里，已选择">
        <All open={false} first={chosen} />
      </Specimen>
      <Specimen title="更多筛选抽屉里，已选择">
        <All open first={chosen} />
      </Specimen>
      <Specimen title="整条筛选栏：查询框、更多筛选、重置、保存为标签" address="/list?f.label=2&search=title.灯">
        <ListPage menu={menu('全部筛选')} type="galleryGrouped" />
      </Specimen>
    </>
  )
}

export function Lists() {
  return (
    <>
      <Specimen title="有数据：多币种总计、批量操作">
        <ListPage menu={menu('交易明细')} type="amazonTransaction" />
      </Specimen>
      <Specimen title="没有符合条件的数据" address="/list?f.label=2">
        <ListPage menu={menu('空列表')} type="galleryGrouped" />
      </Specimen>
      <Specimen title="加载中">
        <ListPage menu={menu('加载中的列表')} type="gallerySlow" />
      </Specimen>
      <Specimen title="加载失败">
        <ListPage menu={menu('加载失败的列表')} type="galleryFailing" />
      </Specimen>
    </>
  )
}
