"""The style sheet of the exported page; colours are variables that the page sets, light and dark."""

STYLE = """
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 32px 24px 64px; max-width: 1180px; background: var(--window); color: var(--text);
  font: 15px/24px -apple-system, "Inter", "Segoe UI", system-ui, sans-serif; font-feature-settings: "tnum"; }
h1 { font-size: 19px; margin: 0; } h2 { font-size: 15px; margin: 0; }
small, dt, header p, .hero, .figures span, .finding { color: var(--secondary); font-size: 12px; }
header { display: flex; gap: 16px; align-items: baseline; } header p { margin: 0; }
.prompt { margin: 16px 0 24px; padding: 12px 16px; background: var(--side); border-radius: 6px; }
.prompt h2 { font-size: 12px; color: var(--secondary); font-weight: 400; }
.prompt p { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 1px;
  background: var(--line); border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
article { background: var(--surface); padding: 20px; min-width: 0; }
.head { display: flex; justify-content: space-between; align-items: baseline; gap: 12px; min-height: 36px; }
.hero { margin: 0; text-align: right; } .hero b { color: var(--text); font-size: 26px; letter-spacing: -1px; }
.figures { display: flex; flex-wrap: wrap; gap: 8px 20px; margin: 8px 0 16px; padding: 0 0 16px;
  border-bottom: 1px solid var(--grid); font-size: 13px; line-height: 18px; }
.figures div { display: flex; flex-direction: column; } .figures dd { margin: 0; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.relaxed { background: var(--relaxed-tint); border-bottom: 2px dotted var(--relaxed-line); }
.resampled { background: var(--resampled-tint); border-bottom: 2px solid var(--resampled-line); }
.chosen { border-bottom: 2px dashed var(--accent); }
.bonus { border-top: 1px solid var(--text); }
.difference { font-style: normal; font-size: 11px; border-right: 2px solid var(--text); padding-right: 2px;
  margin-right: 3px; vertical-align: 1px; }
.finding { margin: 12px 0 0; } .finding b { color: var(--text); }
.legend { display: grid; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); gap: 12px 24px; list-style: none;
  margin: 24px 0; padding: 16px 0; border: solid var(--line); border-width: 1px 0; font-size: 13px; line-height: 18px; }
.legend li { display: flex; gap: 14px; align-items: flex-start; } .legend li > span { font-size: 15px; }
.table { margin: 24px 0 0; }
.table dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 24px; margin: 8px 0 0; font-size: 13px; }
.table dt { line-height: 24px; } .table dd { margin: 0; overflow-wrap: anywhere; }
@media print { body { background: #fff; } }
"""
