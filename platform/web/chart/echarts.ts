/** ECharts with what the charts of this program use. Loaded when the first chart is drawn. */
import { BarChart, CustomChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

register([BarChart, CustomChart, LineChart, AriaComponent, GridComponent, TooltipComponent, SVGRenderer])

export { init }
