import { mount } from "svelte";
import App from "./App.svelte";
import { tellDocument } from "./lib/i18n.svelte";
import "./styles/tokens.css";
import "./styles/frame.css";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element with the id \"app\".");

tellDocument();
export default mount(App, { target });

// 124 @font-face rules in a file of their own, after the first paint: the system's font stands in until then.
void import("./styles/fonts");
