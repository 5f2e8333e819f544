/** The style sheet of all pages, in code because the build copies only compiled code. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #eef1f6; --card: #fff; --text: #16202e; --soft: #56637a; --line: #dde3ec;
  --accent: #1d4fd7; --on-accent: #fff; --alert: #9f1d1d; --alert-ground: #fdecec; --notice: #6b4a00; --notice-ground: #fff3cf;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e131b; --card: #19212d; --text: #eef2f8; --soft: #a3b0c4; --line: #2d3848;
    --accent: #8fb2ff; --on-accent: #0b1730; --alert: #ffb4b4; --alert-ground: #47191d; --notice: #ffdc8a; --notice-ground: #33290f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
}
.notice { margin: 0; padding: .5rem 1rem; text-align: center; font-size: .875rem; color: var(--notice); background: var(--notice-ground); }
main {
  width: calc(100% - 2rem); max-width: 27rem; margin: 1.5rem auto; padding: 1.5rem; background: var(--card);
  border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 8px 28px rgb(10 20 40 / 8%);
}
@media (min-width: 40rem) { main { margin-top: 4rem; padding: 2rem; } }
.merchant { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
h1 { margin: 0 0 1.25rem; font-size: 2rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.text { margin: -.75rem 0 1.25rem; }
.alert { margin: 0 0 1.25rem; padding: .75rem 1rem; border-radius: 10px; color: var(--alert); background: var(--alert-ground); }
dl { margin: 0; border-top: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 1rem; padding: .55rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); flex: none; }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: .9375em; }
form { margin: 0; }
main > form { margin-top: 1.5rem; }
button {
  width: 100%; min-height: 3rem; padding: .6rem 1rem; border: 1px solid var(--soft); border-radius: 10px;
  background: transparent; color: var(--text); font: inherit; cursor: pointer;
}
button:hover { border-color: var(--text); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button.pay { border-color: transparent; background: var(--accent); color: var(--on-accent); font-weight: 600; }
button.pay:hover { filter: brightness(1.08); }
h2 { margin: 0; font-size: 1.0625rem; overflow-wrap: anywhere; }
a { color: var(--accent); }
.soft { margin: .25rem 0; color: var(--soft); font-size: .875rem; }
.state { font-weight: 400; color: var(--soft); }
.order { padding: 1rem 0; border-bottom: 1px solid var(--line); }
.moves { display: flex; flex-wrap: wrap; gap: .5rem; margin: .5rem 0; }
.order button { width: auto; min-height: 2.25rem; padding: .25rem .75rem; font-size: .875rem; }
.play { display: flex; gap: .5rem; }
.play select { flex: 1; min-width: 0; padding: .25rem .5rem; border: 1px solid var(--soft); border-radius: 10px; background: var(--card); color: var(--text); font: inherit; font-size: .875rem; }
main:has(.order), main:has(table) { max-width: 46rem; }
details { margin-top: 1.25rem; overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.others { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin-top: .75rem; }
`;
