//! A headless Chromium, driven over its protocol for developers through a pair of pipes: messages of JSON, each ended by a zero.
#![allow(clippy::missing_panics_doc, reason = "a test that cannot drive its browser has failed")]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A browser with one page. It ends when it is dropped.
pub struct Browser {
    child: Child,
    commands: ChildStdin,
    messages: BufReader<ChildStdout>,
    sent: u64,
    session: Option<String>,
    home: PathBuf,
}

impl Browser {
    /// Starts a browser with an empty profile; `None` where there is none.
    pub fn start(name: &str) -> Option<Self> {
        let program = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| {
            let version = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            version.is_ok_and(|status| status.success())
        })?;
        let home = std::env::temp_dir().join(format!("queenside-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&home).expect("there is room for a folder");
        // The browser reads from descriptor 3 and writes to 4; the shell puts the pipes there.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null", program])
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage"])
            .arg("--remote-debugging-pipe")
            .arg(format!("--user-data-dir={}", home.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let commands = child.stdin.take().expect("it is a pipe");
        let messages = BufReader::new(child.stdout.take().expect("it is a pipe"));
        let mut browser = Self { child, commands, messages, sent: 0, session: None, home };
        let target = browser.ask("Target.createTarget", &json!({ "url": "about:blank" }))["targetId"].take();
        let mut session = browser.ask("Target.attachToTarget", &json!({ "targetId": target, "flatten": true }));
        browser.session = serde_json::from_value(session["sessionId"].take()).expect("a session has a name");
        browser.ask("Page.enable", &json!({}));
        browser.ask("Page.setLifecycleEventsEnabled", &json!({ "enabled": true }));
        Some(browser)
    }

    /// Sends a command and waits for its answer.
    pub fn ask(&mut self, method: &str, parameters: &Value) -> Value {
        self.sent += 1;
        let id = self.sent;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.commands.write_all(format!("{message}\0").as_bytes()).expect("the browser listens");
        self.commands.flush().expect("the browser listens");
        let mut answer = self.wait_for(|message| message["id"] == id);
        assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
        answer["result"].take()
    }

    /// Reads messages until the one that is looked for.
    fn wait_for(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let mut message = Vec::new();
            self.messages.read_until(0, &mut message).expect("the browser speaks");
            assert_eq!(message.pop(), Some(0), "the browser has gone");
            let message = serde_json::from_slice(&message).expect("it speaks JSON");
            if wanted(&message) {
                return message;
            }
        }
    }

    /// Opens a file, or the same once more, and waits until its page is there.
    pub fn open(&mut self, file: &Path) {
        let page = self.ask("Page.navigate", &json!({ "url": format!("file://{}", file.display()) }));
        let loaded = |message: &Value| {
            let event = &message["params"];
            message["method"] == "Page.lifecycleEvent"
                && event["name"] == "load"
                && event["loaderId"] == page["loaderId"]
        };
        self.wait_for(loaded);
    }

    /// What an expression comes to, once the page has drawn what it was told before.
    pub fn eval(&mut self, expression: &str) -> Value {
        let drawn = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))";
        let expression = format!("{drawn}.then(() => ({expression}))");
        let parameters = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.ask("Runtime.evaluate", &parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].take()
    }

    /// Waits until there is an element that a selector finds: boards are made when they come near the window.
    pub fn wait_until(&mut self, selector: &str) {
        let start = Instant::now();
        while self.eval(&format!("document.querySelector({selector:?}) === null")) == true {
            assert!(start.elapsed() < Duration::from_secs(60), "there is no {selector}");
        }
    }

    /// The middle of the element that a selector finds, brought into the window.
    fn middle(&mut self, selector: &str) -> Value {
        self.wait_until(selector);
        self.eval(&format!(
            "(() => {{ const element = document.querySelector({selector:?}); element.scrollIntoView({{ block: 'center' }}); \
             const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ))
    }

    /// Clicks in the middle of the element that a selector finds.
    pub fn click(&mut self, selector: &str) {
        self.click_with(selector, "left");
    }

    /// Clicks there with a button of the mouse, "left" or "right".
    pub fn click_with(&mut self, selector: &str, button: &str) {
        let middle = self.middle(selector);
        for event in ["mousePressed", "mouseReleased"] {
            let at = json!({ "type": event, "x": middle[0], "y": middle[1], "button": button, "clickCount": 1 });
            self.ask("Input.dispatchMouseEvent", &at);
        }
    }

    /// Touches the middle of the element that a selector finds, for this number of milliseconds at least.
    pub fn touch(&mut self, selector: &str, milliseconds: u64) {
        let middle = self.middle(selector);
        let point = json!([{ "x": middle[0], "y": middle[1] }]);
        self.ask("Input.dispatchTouchEvent", &json!({ "type": "touchStart", "touchPoints": point }));
        self.eval(&format!("new Promise(done => setTimeout(done, {milliseconds}))"));
        self.ask("Input.dispatchTouchEvent", &json!({ "type": "touchEnd", "touchPoints": [] }));
        self.eval("0");
    }

    /// Presses a key and lets it go.
    pub fn press(&mut self, key: &str) {
        let mut event = json!({ "key": key, "code": if key == " " { "Space" } else { key } });
        match key {
            "Enter" => event["text"] = json!("\r"),
            " " => event["text"] = json!(" "),
            "Tab" => event["windowsVirtualKeyCode"] = json!(9),
            letter if letter.chars().count() == 1 => event["text"] = json!(letter),
            _ => {}
        }
        for kind in ["keyDown", "keyUp"] {
            event["type"] = json!(kind);
            self.ask("Input.dispatchKeyEvent", &event);
        }
    }

    /// Sets the size of the window in pixels, that of a phone or of a desktop screen.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.ask("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Prints the page without the grounds of its elements, and returns the number of pages.
    pub fn pages(&mut self) -> usize {
        let pdf = self.ask("Page.printToPDF", &json!({ "printBackground": false, "preferCSSPageSize": true }));
        let letters = pdf["data"].as_str().expect("it is text").bytes().filter(|byte| *byte != b'=');
        let (mut file, mut held, mut bits) = (Vec::new(), 0u32, 0);
        for letter in letters {
            let value = match letter {
                b'A'..=b'Z' => letter - b'A',
                b'a'..=b'z' => letter - b'a' + 26,
                b'0'..=b'9' => letter - b'0' + 52,
                b'+' => 62,
                _ => 63,
            };
            (held, bits) = (held << 6 | u32::from(value), bits + 6);
            if bits >= 8 {
                bits -= 8;
                file.push((held >> bits) as u8);
                held &= (1 << bits) - 1;
            }
        }
        // Each page is an object of this type; the list of pages is of another.
        let text = String::from_utf8_lossy(&file);
        text.matches("/Type /Page").count() - text.matches("/Type /Pages").count()
    }

    /// Prefers "light" or "dark".
    pub fn prefer(&mut self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.ask("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Asked kindly it takes its helpers along; a browser that does not listen any more is ended.
        let close = json!({ "id": self.sent + 1, "method": "Browser.close" });
        let asked = self.commands.write_all(format!("{close}\0").as_bytes());
        if asked.is_err() {
            drop(self.child.kill());
        }
        drop(self.child.wait());
        drop(std::fs::remove_dir_all(&self.home));
    }
}
