% Reads the state space with Octave and compares its frequency responses with those of the program.
folder = argv(){1};
model = load(fullfile(folder, "sample.mat"));
wanted = jsondecode(fileread(fullfile(folder, "responses.json")));
assert(iscellstr(model.InputName) && iscellstr(model.OutputName) && iscellstr(model.StateName));
assert(size(model.A, 1) == numel(model.StateName));
names = {model.InputUnit{:}, model.OutputUnit{:}};
assert(all(strcmp(names(1:2), "N")) && all(strcmp(names(3:4), "m")));
omega = 2 * pi * wanted.hertz;
for k = 1:numel(omega)
  found = model.C * ((1i * omega(k) * eye(size(model.A)) - model.A) \ model.B) + model.D;
  for pair = wanted.pairs'
    i = find(strcmp(model.OutputName, pair.output));
    j = find(strcmp(model.InputName, pair.input));
    exact = pair.re(k) + 1i * pair.im(k);
    assert(abs(found(i, j) - exact) < 1e-10 * abs(exact), "%g Hz, %s to %s", wanted.hertz(k), pair.input, pair.output);
  end
end
disp("agrees");
